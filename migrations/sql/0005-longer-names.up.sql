-- Names that people give: 200 characters instead of 100. All five tables are small, so the check is held against every row at once.
ALTER TABLE api_keys DROP CONSTRAINT api_keys_name_check, ADD CONSTRAINT api_keys_name_check CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE organizations DROP CONSTRAINT organizations_name_check, ADD CONSTRAINT organizations_name_check CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE projects DROP CONSTRAINT projects_name_check, ADD CONSTRAINT projects_name_check CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE schedules DROP CONSTRAINT schedules_name_check, ADD CONSTRAINT schedules_name_check CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE users DROP CONSTRAINT users_name_check, ADD CONSTRAINT users_name_check CHECK (char_length(name) BETWEEN 1 AND 200);
