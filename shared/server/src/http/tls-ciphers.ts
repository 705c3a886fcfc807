import tls from 'node:tls'

/**
 * What may protect a connection, the strongest first: all have forward secrecy and authenticated encryption (ASVS 12.1.2; the "intermediate" list of Mozilla's
 * Server Side TLS 5.7 without finite-field Diffie-Hellman). `deploy/nginx` has the same.
 */
export const tlsCiphers: readonly string[] = [
  'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305', 'ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256',
]

// Once for all who call with TLS, libraries for mail, database and providers among them: none of them has to be told.
tls.DEFAULT_CIPHERS = tlsCiphers.join(':')
