import { ApiClient, countAnswers, type ApiAnswer } from '../shared/browser.ts'
import { password } from '../shared/seeded-database.ts'
import { codeSentTo, messagesTo } from '../shared/sms.ts'
import { requireAnswer } from './qr-theft.ts'
import { checkSessions, solveCaptcha, type SignInAttack } from './attack-context.ts'

/** An attacker locks a colleague's password; the colleague still signs in by SMS. */
export async function lockOutAccounts(attack: SignInAttack) {
  const owner = attack.people[4]!
  const phone = await new ApiClient(attack.url).signIn(owner.userName, password)
  const attacker = new ApiClient(attack.url)
  const answers: ApiAnswer[] = []
  for (let tried = 0; tried < 11; tried++) {
    const captcha = tried < 3 ? {} : await solveCaptcha(attacker)
    const form = { userName: owner.userName, userPwd: `Wrong-${tried}-2026` }
    answers.push(await attacker.post('/api/users/login', form, captcha))
  }
  const desk = new ApiClient(attack.url, phone.address)
  const byPassword = await desk.post('/api/users/login', { userName: owner.userName, userPwd: password })
  const isLocked = answers.slice(0, 10).every(({ ret }) => ret === 0) && answers[10]!.ret === -4
  attack.show(
    `locked out: ${answers.length} wrong passwords (${countAnswers(answers)}), then the right one gets ${byPassword.ret}`,
    isLocked && byPassword.ret === -4,
  )

  await checkSessions(attack)
  const { code } = await requireAnswer(desk.get<{ code: string }>('/api/users/loginQrCode'))
  await requireAnswer(phone.post(`/api/users/scanQrCode?code=${code}`))
  await requireAnswer(phone.post(`/api/users/setQrCode?code=${code}`))
  const byQr = await desk.post('/api/users/qrLogin', { code })
  const { msgId } = await requireAnswer(desk.post<{ msgId: string }>('/api/users/smsLogin', { phone: owner.phone }))
  const bySms = await desk.post('/api/users/checkCode', { msgId, code: await codeSentTo(owner.phone) })
  const notices = (await messagesTo(owner.phone)).filter(({ parameters }) => !parameters.code).length
  const enters = ({ ret, data }: ApiAnswer) => ret === 1 && Boolean(data['token'])
  attack.show(
    `locked out: by QR ${enters(byQr) ? 'in' : byQr.text}, by SMS ${enters(bySms) ? 'in' : bySms.text}; told of the lock by ${notices} message`,
    enters(byQr) && enters(bySms) && notices === 1,
  )
}
