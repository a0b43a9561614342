-- A menu entry that opens as a plain link says where; a page of the product, or another system in a tab, has none.
alter table permission add column target text check (target in ('_blank', '_self'));
