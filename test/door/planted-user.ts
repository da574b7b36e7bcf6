import type { StorageBench } from '../support/storage-bench.ts';

/** A user with everything that lets somebody in. */
export async function plantUser({ asSuperuser }: StorageBench, userId: string): Promise<void> {
  const token = `decode(repeat('${userId.replaceAll('-', '')}', 2), 'hex')`;
  await asSuperuser(
    `INSERT INTO users (user_id, email, name) VALUES ($1::uuid, $1::text || '@example.com', 'Ana')`,
    [userId],
  );
  await asSuperuser(`INSERT INTO user_passwords (user_id, hash) VALUES ($1, 'h')`, [userId]);
  await asSuperuser(
    `INSERT INTO sessions (session_id, user_id, token_sha256, address, agent) VALUES ($1, $1, ${token}, '', '')`,
    [userId],
  );
  await asSuperuser(
    `INSERT INTO user_tokens (token_sha256, user_id, purpose, ends_at) VALUES (${token}, $1, 'reset', now())`,
    [userId],
  );
  await asSuperuser(
    `INSERT INTO passkeys (credential_id, user_id, public_key, counter, name) VALUES (${token}, $1, '', 0, '')`,
    [userId],
  );
  await asSuperuser(
    `INSERT INTO provider_accounts (issuer, subject, user_id, email) VALUES ('https://x.example', $1::text, $1::uuid, '')`,
    [userId],
  );
}
