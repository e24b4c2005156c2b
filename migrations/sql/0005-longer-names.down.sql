-- A longer name keeps its beginning and the end of its row's id, so that unique names stay unique.
UPDATE api_keys SET name = left(name, 91) || ' ' || right(id::text, 8) WHERE char_length(name) > 100;
UPDATE organizations SET name = left(name, 91) || ' ' || right(id::text, 8) WHERE char_length(name) > 100;
UPDATE projects SET name = left(name, 91) || ' ' || right(id::text, 8) WHERE char_length(name) > 100;
UPDATE schedules SET name = left(name, 91) || ' ' || right(id::text, 8) WHERE char_length(name) > 100;
UPDATE users SET name = left(name, 91) || ' ' || right(id::text, 8) WHERE char_length(name) > 100;
ALTER TABLE api_keys DROP CONSTRAINT api_keys_name_check, ADD CONSTRAINT api_keys_name_check CHECK (char_length(name) BETWEEN 1 AND 100);
ALTER TABLE organizations DROP CONSTRAINT organizations_name_check, ADD CONSTRAINT organizations_name_check CHECK (char_length(name) BETWEEN 1 AND 100);
ALTER TABLE projects DROP CONSTRAINT projects_name_check, ADD CONSTRAINT projects_name_check CHECK (char_length(name) BETWEEN 1 AND 100);
ALTER TABLE schedules DROP CONSTRAINT schedules_name_check, ADD CONSTRAINT schedules_name_check CHECK (char_length(name) BETWEEN 1 AND 100);
ALTER TABLE users DROP CONSTRAINT users_name_check, ADD CONSTRAINT users_name_check CHECK (char_length(name) BETWEEN 1 AND 100);
