import type { Ctx } from '#packages/core'
import { createPerson, invitePerson } from '#kernel/identity/server/api.ts'
import { seedGuardian } from '#kernel/student/server/api.ts'
import type { DemoLogin } from './staff.ts'

interface Pupil {
  id: string
  name: string
  guardian: { name: string; phone: string }
}
interface Guardian {
  personId: string
  phone: string
}
export type FamilyLogin = DemoLogin & { guardian?: Guardian }

/** A pupil who can sign in, and her mother, whose number the school has. */
export async function inviteFamily(
  ctx: Ctx,
  pupil: Pupil,
  prefix: string,
  organisation: string,
): Promise<FamilyLogin[]> {
  const { person_id: ownId } = await ctx.db
    .selectFrom('v_student')
    .select('person_id')
    .where('id', '=', pupil.id)
    .executeTakeFirstOrThrow()
  const { name, phone } = pupil.guardian
  const personId = await createPerson(ctx, { name, phone })
  return [
    {
      userName: `${prefix}.pupil`,
      title: '学生',
      organisation,
      name: pupil.name,
      invitation: await invitePerson(ctx, ownId!),
    },
    {
      userName: `${prefix}.parent`,
      title: '家长',
      organisation,
      name,
      guardian: { personId, phone },
      invitation: await invitePerson(ctx, personId),
    },
  ]
}

/** Binds the child once the account exists, as the mother would do with her phone. */
export async function bindChild(ctx: Ctx, { personId, phone }: Guardian) {
  const { account_id: accountId } = await ctx.db
    .selectFrom('v_person')
    .select('account_id')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  await seedGuardian(ctx, personId, accountId!, phone)
}
