-- The first mail since the last success for which the mail server let the shop wait in vain, or hung up, although it accepts the
-- login; null if there is none. Only if no mail goes out for a while is that a failure of the server, not of this mail.
alter table mail_health add column unanswered_since timestamptz;
