-- An edit carries the version that it saw of an item, as of everything else.
alter table dictionary_item add column version int not null default 1;
