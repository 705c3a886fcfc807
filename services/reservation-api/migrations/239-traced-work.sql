-- Stored work keeps the trace of its cause (DEC-318): W3C trace context, two random numbers and a flag. Additive.
alter table payment_outbox add column traceparent text check (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$');
alter table mail_outbox add column traceparent text check (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$');
