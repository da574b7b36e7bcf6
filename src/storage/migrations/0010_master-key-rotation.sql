-- Up Migration

-- A new master key wraps every data key anew, those of the installation's own secrets too.
GRANT UPDATE ON installation_secrets TO sello_operator;
