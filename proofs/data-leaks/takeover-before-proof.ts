import { setTimeout as sleep } from 'node:timers/promises'
import { idCardCheckDigit } from '#packages/core'
import { createPerson, invitePerson } from '#kernel/identity/server/api.ts'
import { addMembership } from '#kernel/staff/server/api.ts'
import { ApiClient, quantile } from '../shared/browser.ts'
import { newPhone, type HiredStaff } from '../shared/schools.ts'
import { plainText, type Attack, type AttackContext } from './attack.ts'

/** Passwords that are refused to this owner only. */
const passwordsOf = ({ phone, idCard, userName }: HiredStaff & { idCard: string }) => [
  `Kv#mzRj${phone.slice(-6)}`,
  `Kv#mzRj${phone.slice(-8)}`,
  `Kv#mz${phone}`,
  `Kv#mzRj${idCard.slice(-6)}`,
  `Kv#mzRj${idCard.slice(6, 14)}`,
  `Kv#${idCard}`,
  `${userName}#90`,
  `${userName}#837261`,
  `Kv#${userName}`,
  `Kv#mzRj${idCard.slice(8, 14)}`,
]

/** Sends the form of a forgotten password and measures the answer time. */
async function forget({ url }: AttackContext, phone: string) {
  const browser = new ApiClient(url)
  const { data, milliseconds } = await browser.post<{ codeKey: string; checkKey: string }>('/api/users/forgotPwd', {
    phone,
  })
  return { browser, milliseconds, form: { codeKey: data.codeKey, checkKey: data.checkKey, phone, code: '000000' } }
}

export const passwordResetAttack: Attack = {
  finding: 'F1',
  what: 'forgotten password, knowing a phone number',
  before: 'name, birthday and all 18 places of the ID number after 274 requests in 3.5 s',
  async run(field) {
    const took = { ours: [] as number[], others: [] as number[] }
    let [asked, differing, example] = [0, 0, '']
    const guessed = field.long ? 100 : 4
    const begunThere = () => field.count(`select count(*) from tenant.ticket where kind = 'reset'`)
    for (const [at, owner] of field.owners.entries()) {
      const ask = async (who: 'ours' | 'others') => {
        const begun = await forget(field, who === 'ours' ? owner.phone : newPhone())
        took[who].push(begun.milliseconds)
        return begun
      }
      // The order alternates, so that a slow machine affects both alike.
      const [first, second] = at % 2 === 0 ? (['ours', 'others'] as const) : (['others', 'ours'] as const)
      const before = at < guessed ? await begunThere() : 0
      const begun = [await ask(first), await ask(second)]
      if (at >= guessed) continue
      // The ticket is written after the answer, so that the answer time reveals nothing.
      while ((await begunThere()) < before + 2) await sleep(20)
      for (const newPwd of passwordsOf(owner)) {
        const [one, two] = await Promise.all(
          begun.map(({ browser, form }) => browser.post('/api/users/forgotPwdReset', { ...form, newPwd })),
        )
        asked++
        if (plainText(one!) !== plainText(two!)) example ||= `: ${one!.msg} / ${two!.msg}`
        if (plainText(one!) !== plainText(two!)) differing++
      }
    }
    const apart = Math.abs(quantile(took.ours, 0.5) - quantile(took.others, 0.5))
    const times = field.long ? `; medians of ${took.ours.length} pairs ${apart.toFixed(1)} ms apart` : ''
    return {
      now: `${asked} passwords made from the owner's data, ${differing} answers differ from those to a stranger's number${example}${times}`,
      isTight: differing === 0 && (!field.long || apart <= 5),
    }
  },
}

export const invitationAttack: Attack = {
  finding: 'F1',
  what: 'an invitation, with a name that is taken',
  before: 'the birthday by trying passwords: a taken name costs no try',
  async run(field) {
    const first = '33010619770707002'
    const token = await field.inside(async (ctx) => {
      const personId = await createPerson(ctx, { name: '受邀者', idCard: first + idCardCheckDigit(first) })
      await addMembership(ctx, { personId, orgId: field.schools.get('云禾区实验学校')!, userType: 'teacher' })
      return invitePerson(ctx, personId)
    })
    const answers = new Set<string>()
    let refused = 0
    for (let at = 0; at < 12; at++) {
      const newPwd = at % 2 === 0 ? 'Kv#mzRj770707' : 'Kv#mzRj770708'
      const body = { token, userName: field.owners[0]!.userName, password: newPwd }
      const answer = await new ApiClient(field.url).post('/api/users/acceptInvitation', body)
      if (answer.ret === -4) refused++
      else answers.add(plainText(answer))
    }
    return {
      now: `${answers.size} answer to right and wrong birthdays; ${refused} of 12 tries were one too many`,
      isTight: answers.size === 1 && refused === 2,
    }
  },
}
