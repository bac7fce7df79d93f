"""Mail that belongs to no league."""
