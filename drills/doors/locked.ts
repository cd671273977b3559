import { Browser, tally, type Answer } from '../parts/browser.ts'
import { password } from '../parts/seeded.ts'
import { codeSentTo, messagesTo } from '../parts/sms.ts'
import { mustWork } from './qr.ts'
import { proveSessions, solvedCaptcha, type Siege } from './siege.ts'

/** Somebody locks a colleague's password; the colleague comes in by the phone all the same. */
export async function lockOut(siege: Siege) {
  const owner = siege.people[4]!
  const phone = await new Browser(siege.url).signIn(owner.userName, password)
  const attacker = new Browser(siege.url)
  const answers: Answer[] = []
  for (let tried = 0; tried < 11; tried++) {
    const captcha = tried < 3 ? {} : await solvedCaptcha(attacker)
    const form = { userName: owner.userName, userPwd: `Wrong-${tried}-2026` }
    answers.push(await attacker.post('/api/users/login', form, captcha))
  }
  const desk = new Browser(siege.url, phone.address)
  const byPassword = await desk.post('/api/users/login', { userName: owner.userName, userPwd: password })
  const isLocked = answers.slice(0, 10).every(({ ret }) => ret === 0) && answers[10]!.ret === -4
  siege.show(
    `locked out: ${answers.length} wrong passwords (${tally(answers)}), then the right one gets ${byPassword.ret}`,
    isLocked && byPassword.ret === -4,
  )

  await proveSessions(siege)
  const { code } = await mustWork(desk.get<{ code: string }>('/api/users/loginQrCode'))
  await mustWork(phone.post(`/api/users/scanQrCode?code=${code}`))
  await mustWork(phone.post(`/api/users/setQrCode?code=${code}`))
  const byQr = await desk.post('/api/users/qrLogin', { code })
  const { msgId } = await mustWork(desk.post<{ msgId: string }>('/api/users/smsLogin', { phone: owner.phone }))
  const bySms = await desk.post('/api/users/checkCode', { msgId, code: await codeSentTo(owner.phone) })
  const notices = (await messagesTo(owner.phone)).filter(({ parameters }) => !parameters.code).length
  const enters = ({ ret, data }: Answer) => ret === 1 && Boolean(data['token'])
  siege.show(
    `locked out: by QR ${enters(byQr) ? 'in' : byQr.text}, by SMS ${enters(bySms) ? 'in' : bySms.text}; told of the lock by ${notices} message`,
    enters(byQr) && enters(bySms) && notices === 1,
  )
}
