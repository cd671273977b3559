import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSecretFiles } from './secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
const fileWith = (text: string) => {
  const file = join(folder, String(Math.random()))
  writeFileSync(file, text)
  return file
}

it('secrets are read from files, and passwords are put into their addresses', () => {
  const env = {
    QIMING_MASTER_KEY_FILE: fileWith('c2VjcmV0\n'),
    QIMING_CELL_1_URL: 'postgres://portal_app@postgres/qiming_cell_1?sslmode=verify-full',
    QIMING_CELL_1_URL_PASSWORD_FILE: fileWith('p@ss/w:rd?#\n'),
    QIMING_HOST: '127.0.0.1',
  }
  readSecretFiles(env)
  expect(env).toMatchObject({ QIMING_MASTER_KEY: 'c2VjcmV0', QIMING_HOST: '127.0.0.1' })
  const url = new URL(env.QIMING_CELL_1_URL)
  expect(decodeURIComponent(url.password)).toBe('p@ss/w:rd?#')
  expect([url.username, url.host, url.search]).toEqual(['portal_app', 'postgres', '?sslmode=verify-full'])
})

it('a password without an address, and a missing file, stop the start', () => {
  expect(() => readSecretFiles({ QIMING_CELL_1_URL_PASSWORD_FILE: fileWith('x') })).toThrow('QIMING_CELL_1_URL')
  expect(() => readSecretFiles({ QIMING_MASTER_KEY_FILE: join(folder, 'nothing') })).toThrow('ENOENT')
})
