"""What the operator of a site does with `jaipur admin`: acts, logged before they are done."""
