import { newId } from '#packages/core'
import { ApiClient, countAnswers, callInParallel, type ApiAnswer } from '../shared/browser.ts'
import { password } from '../shared/seeded-database.ts'
import { requireAnswer } from './qr-theft.ts'
import { areAllExpected, solveCaptcha, roundsOf, type SignInAttack } from './attack-context.ts'

/** One application ticket, exchanged by many at once: first by other browsers, then by its own. */
export async function exchangeCodeOften(attack: SignInAttack) {
  const owner = await new ApiClient(attack.url).signIn(attack.people[1]!.userName, password)
  const { url } = await requireAnswer(
    owner.post<{ url: string }>('/api/users/issueTicket', { redirectUrl: '/application/drill?u_t={u_t}' }),
  )
  const form = { ticket: new URL(url, attack.url).searchParams.get('u_t'), app: 'drill', userId: '', confirm: true }
  const exchange = (browser: ApiClient) => browser.post<ExchangedSession | null>('/api/users/exchangeTicket', form)
  const stolen = await callInParallel(roundsOf(attack, 1_000), attack.atOnce, () => exchange(new ApiClient(attack.url)))
  const own = await callInParallel(roundsOf(attack, 1_000), attack.atOnce, () => exchange(owner))
  const sessionsIn = (answers: readonly ApiAnswer<ExchangedSession | null>[]) =>
    answers.filter(({ data }) => data?.session?.token).length
  const rows = await attack.count('cell', "select count(*) from tenant.session where app = 'drill'")
  attack.show(
    `ticket of an application: ${stolen.length} exchanges by other browsers: ${sessionsIn(stolen)} sessions (${countAnswers(stolen)}); ` +
      `${own.length} at once by its own: ${sessionsIn(own)} session, ${rows} row (${countAnswers(own)})`,
    sessionsIn(stolen) === 0 && sessionsIn(own) === 1 && rows === 1 && areAllExpected([...stolen, ...own], [0, 1]),
  )
}

interface ExchangedSession {
  session: { token: string } | null
}

/** One solved captcha, used by many at once in a network where everybody needs one. */
export async function reuseCaptcha(attack: SignInAttack) {
  const browser = new ApiClient(attack.url)
  const guess = (headers = {}) =>
    browser.post('/api/users/login', { userName: `nobody.${newId()}`, userPwd: 'Wrong-2026' }, headers)
  const warm = await callInParallel(60, 20, () => guess()) // from the 61st on this network needs a captcha
  const without = await guess()
  const captcha = await solveCaptcha(browser)
  const answers = await callInParallel(roundsOf(attack, 1_000), attack.atOnce, () => guess(captcha))
  const accepted = answers.filter(({ ret }) => ret === 0)
  attack.show(
    `captcha, asked for after ${warm.length} mistakes (${without.ret}) and used ${answers.length} times at once: ` +
      `${accepted.length} accepted (${countAnswers(answers)})`,
    without.ret === -2 && accepted.length === 1 && areAllExpected(answers, [0, -2]),
  )
}
