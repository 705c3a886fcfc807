export { type MailAttachment, type Mailer, type ReadyMail, type Sent, smtpMailer, type SmtpMailer } from './smtp-mailer.ts'
export { smtpSettings, type SmtpSettings } from './smtp-settings.ts'
