-- A picture that was sent for two orders. Slips from before have no hash.
alter table slip add column picture_hash text; -- SHA-256 of the stored picture, in hexadecimal
create index slip_picture_hash on slip (picture_hash) where picture_hash is not null;
