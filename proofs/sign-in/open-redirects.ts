import { resolve } from 'node:path'
import { root } from '../../entry/modules.ts'
import { createRandom, type Random } from '../../entry/seed/random.ts'
import { ApiClient, countAnswers, callInParallel } from '../shared/browser.ts'
import { password } from '../shared/seeded-database.ts'
import { areAllExpected, roundsOf, type SignInAttack } from './attack-context.ts'

export const listedOrigin = 'https://apps.drill.example'

/** Addresses that lead to another site: as a target for the server, and as a `redirect` for the pages. */
export async function tryOpenRedirects(attack: SignInAttack) {
  const random = createRandom(11)
  const targets = Array.from({ length: roundsOf(attack, 1_000) }, () => hostile(random))
  const browser = await new ApiClient(attack.url).signIn(attack.people[3]!.userName, password)
  const origin = new URL(attack.url).origin
  const staysAt = (address: string, allowed: readonly string[]) => {
    const url = new URL(address, origin)
    return allowed.includes(url.origin) && !url.username && !url.password
  }
  const answers = await callInParallel(targets.length, attack.atOnce, (at) =>
    browser.post<{ url: string } | null>('/api/users/issueTicket', { redirectUrl: targets[at] }),
  )
  const given = answers.flatMap(({ data }) => data?.url ?? [])
  const away = given.filter((url) => !staysAt(url, [origin, listedOrigin]))
  attack.show(
    `hostile targets at issueTicket: ${targets.length} (${countAnswers(answers)}), ${given.length} were answered with an address, ${away.length} of them off the list` +
      sampleAddresses(away),
    away.length === 0 && areAllExpected(answers, [1, 0, -1]),
  )
  // Imported by path, because the module is compiled for browsers.
  const { toSafePath } = (await import(resolve(root, 'packages/web/core/safe-path.ts'))) as {
    toSafePath(target: string, origin: string): string
  }
  const left = targets.filter((target) => !staysAt(toSafePath(target, origin), [origin]))
  const twice = targets.filter((target) => !staysAt(toSafePath(toSafePath(target, origin), origin), [origin]))
  attack.show(
    `hostile targets at safePath: ${targets.length}, led away ${left.length}, when read twice ${twice.length}` +
      sampleAddresses(left),
    left.length === 0 && twice.length === 0,
  )
  const control = await browser.post<{ url: string }>('/api/users/issueTicket', {
    redirectUrl: `${listedOrigin}/home?u_t={u_t}`,
  })
  attack.show(
    `hostile targets, control: the listed origin is answered with ${control.data.url.replace(/u_t=.*/, 'u_t=…')}`,
    control.ret === 1 && control.data.url.startsWith(`${listedOrigin}/home?u_t=1.`),
  )
}

const sampleAddresses = (found: readonly string[]) => (found.length > 0 ? `: ${JSON.stringify(found.slice(0, 5))}` : '')

const hosts = ['evil.example', 'evil。example', 'ｅvil．example', '3232235777', '[::1]', 'evil.example:8080', 'xn--e']
const gaps = ['', '\t', '\n', '\r', '%09', '%0a', ' ', '\u0000', '\u200b', '\u3000']
const heads = [
  '//',
  '///',
  '////',
  '/\\',
  '\\\\',
  '\\/',
  '/\t/',
  '/\n/',
  '/%2f',
  '/%5c',
  '%2f%2f',
  '%252f%252f',
  '/.//',
  '/..//',
  '/a/../..//',
  '/%2e%2e//',
  'https:',
  'http:',
  'https:/',
  'http:\\\\',
  'HtTpS://',
  'ht\ntps://',
  '//\t',
  'https:///',
  'ftp://',
  'ws://',
  'blob:https://',
  'file://',
  'view-source:https://',
  '\u0001https://',
  '/ //',
]
const scripts = ['javascript:', 'JaVaScRiPt:', 'java\tscript:', '\u0001javascript:', 'data:text/html,', 'vbscript:']

/** A random address that tries to lead to another site. */
function hostile(random: Random): string {
  const host = random.pick(hosts)
  const gap = random.pick(gaps)
  const rest = random.pick(['', '/', '/login?u_t={u_t}', '?u_t={u_t}', '#{u_t}', '/%2e%2e/%2e%2e', `?n=${gap}`])
  const userinfo = [
    `https://127.0.0.1@${host}`,
    `${listedOrigin}@${host}`,
    `//user:pass@${host}`,
    `${listedOrigin}.${host}`,
  ]
  const nested = [
    `/login?redirect=${encodeURIComponent(`//${host}`)}`,
    `/application/x?redirect_url=${encodeURIComponent(`https://${host}`)}&u_t={u_t}`,
    `${listedOrigin}\\@${host}`,
    `${listedOrigin}:443@${host}`,
  ]
  const forms = [
    () => gap + random.pick(heads) + host + rest,
    () => random.pick(heads) + gap + host + rest,
    () => random.pick(userinfo) + rest,
    () => random.pick(scripts) + random.pick(['alert(1)//', '//%0aalert(1)', '<script>alert(1)</script>']) + host,
    () => encodeURIComponent(random.pick(heads) + host) + rest,
    () => encodeURIComponent(encodeURIComponent(`//${host}`)),
    () => random.pick(nested) + rest,
  ]
  return random.pick(forms)()
}
