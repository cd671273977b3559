import { readFileSync } from 'node:fs'

type Env = Record<string, string | undefined>

/**
 * Reads secrets from files, as containers and systemd provide them: `QIMING_MASTER_KEY_FILE` is read into
 * `QIMING_MASTER_KEY`, and `QIMING_CELL_1_URL_PASSWORD_FILE` becomes the password in `QIMING_CELL_1_URL`. Process lists
 * and crash reports show the environment, so secrets must not be in it.
 */
export function readSecretFiles(env: Env) {
  for (const [name, file] of Object.entries(env)) {
    const setting = /^(QIMING_\w+)_FILE$/.exec(name)?.[1]
    if (!setting || !file) continue
    const secret = readFileSync(file, 'utf8').trim()
    const address = /^(QIMING_\w+_URL)_PASSWORD$/.exec(setting)?.[1]
    if (address) env[address] = withPassword(address, env[address], secret)
    else env[setting] = secret
  }
}

function withPassword(name: string, address: string | undefined, password: string) {
  if (!address || !URL.canParse(address)) throw new Error(`${name} is not an address: its password has nowhere to go`)
  const url = new URL(address)
  url.password = encodeURIComponent(password)
  return url.href
}
