"""The pages about rulings on called hands that came after `referee`: revoking one."""
