"""The pages of disputes, rulings and appeals."""
