import { createRandom } from '../../entry/seed/random.ts'
import { ApiClient, newAddress, countAnswers, callInParallel, type ApiAnswer } from '../shared/browser.ts'
import type { HiredStaff } from '../shared/schools.ts'
import { password } from '../shared/seeded-database.ts'
import { codeSentTo } from '../shared/sms.ts'
import { requireAnswer } from './qr-theft.ts'
import { areAllExpected, roundsOf, type SignInAttack } from './attack-context.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('')
const corpId = 'dingdemo-corp-yunhe'
const bindings = "select count(*) from directory.identifier where kind = 'dingtalk'"

/** An attacker who knows a password tries to bind a DingTalk account with a forged ticket. */
export async function forgeBindings(attack: SignInAttack, thieves: readonly HiredStaff[]) {
  const { userName, phone } = attack.people[2]!
  const browser = new ApiClient(attack.url)
  const played = await fetch(`${process.env['QIMING_SIM_DINGTALK_URL']}/play/code`, {
    method: 'POST',
    body: JSON.stringify({ corpId, nick: `drill-${process.pid}-${Date.now()}` }),
  })
  const { code } = (await played.json()) as { code: string }
  const { dingdingID, goBind } = await requireAnswer(
    browser.post<{ dingdingID: string; goBind: boolean }>('/api/users/dd/loginByCode', { code, corpId }),
  )
  if (!goBind) throw new Error('an unknown DingTalk user was let in')
  const bind = (by: ApiClient, ticket: string, who = userName) =>
    by.post(
      '/api/users/dd/binding',
      { userName: who, userPwd: password, dingdingID: ticket },
      { 'x-forwarded-for': newAddress() },
    )
  const before = await attack.count('directory', bindings)
  const altered = alterations(dingdingID, roundsOf(attack, 1_000))
  // One after the other for each account: parallel attempts would be stopped by the rate limit for passwords.
  const shares = await callInParallel(thieves.length, attack.atOnce, async (thief) => {
    const own: ApiAnswer[] = []
    for (let at = thief; at < altered.length; at += thieves.length)
      own.push(await bind(browser, altered[at]!, thieves[thief]!.userName))
    own.push(await bind(new ApiClient(attack.url), dingdingID, thieves[thief]!.userName))
    return own
  })
  const stolen = shares.map((own) => own.at(-1)!)
  const answers = shares.flatMap((own) => own.slice(0, -1))
  const bound = (await attack.count('directory', bindings)) - before
  attack.show(
    `DingTalk tickets: ${altered.length} altered (${countAnswers(answers)}), the real one in ${stolen.length} other browsers (${countAnswers(stolen)}): ${bound} bindings`,
    bound === 0 && areAllExpected([...answers, ...stolen], [0]),
  )
  const waiting = await requireAnswer(
    bind(browser, dingdingID) as Promise<ApiAnswer<{ needMsg: boolean; msgId: string }>>,
  )
  const unproved = (await attack.count('directory', bindings)) - before
  attack.show(`DingTalk tickets: the real one with the password alone: ${unproved} bindings`, unproved === 0)
  const { msgId } = waiting
  await browser.post('/api/users/sendMsgCode', { msgId })
  const right = await browser.post('/api/users/checkCode', { msgId, code: await codeSentTo(phone) })
  const control = (await attack.count('directory', bindings)) - before
  attack.show(
    `DingTalk tickets, control: the real one in its own browser, with the code: ${control} binding`,
    right.ret === 1 && control === 1,
  )
}

/** Variants of the real ticket: another letter, length, district or part. */
function alterations(ticket: string, count: number): string[] {
  const random = createRandom(7)
  const [district = '', word = ''] = ticket.split('.')
  const made = new Set<string>()
  while (made.size < count) {
    const at = random.below(word.length)
    const other = random.pick(letters.filter((letter) => letter !== word[at]))
    const changed = word.slice(0, at) + other + word.slice(at + 1)
    const forms = [
      `${district}.${changed}`,
      `${random.pick(['2', '3', '0', 'zzzzzz', '01', ''])}.${word}`,
      `${district}.${word.slice(0, at)}`,
      `${district}.${word}${other}`,
      `${district}.${word.slice(0, at)}%00${word.slice(at)}`.slice(0, 80),
      `${district}.${word.slice(0, at)}' or ''='${random.below(1e6)}`.slice(0, 80),
    ]
    made.add(random.below(2) === 0 ? forms[0]! : random.pick(forms))
  }
  made.delete(ticket)
  return [...made]
}
