"""Pages and guards for those who keep the site running."""
