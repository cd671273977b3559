import { newId, type Actor } from '#packages/core'
import { defineIsolation, type World } from '#packages/testing'
import { messageApi } from '../contract.ts'
import { deriveId, createIdAt } from './message-ids.ts'
import { insertMessageBatch } from './message-batch-queries.ts'
import { createMessages } from './service/send-messages.ts'

// Everybody has messages; those of the school administrator exist for nobody else.
const everybody = {
  owner: 1,
  teacher: 1,
  otherClassHead: 1,
  otherSchoolAdmin: 1,
  otherDistrictAdmin: 1,
  pupil: 1,
  guardian: 1,
}
const onlyHers = {
  owner: 1,
  teacher: -5,
  otherClassHead: -5,
  otherSchoolAdmin: -5,
  otherDistrictAdmin: -5,
  pupil: -5,
  guardian: -5,
}
// Each district administrator manages the SMS of her own district.
const onlyDistrict = { owner: -6, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -6, otherDistrictAdmin: 1 }
const administrators = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const setting = { preferences: [{ kind: 'notice', channel: 'sms', isOn: true }], isQuietAtNight: true }

interface PreparedMessages {
  id: string
  removedId: string
}

export default defineIsolation<typeof messageApi, PreparedMessages>(
  messageApi,
  {
    list: { ...everybody, request: () => ({ query: { keyword: '会议' } }) },
    unreadCount: everybody,
    detail: { ...onlyHers, request: (_, { id }) => ({ query: { id } }) },
    read: { ...onlyHers, request: (_, { id }) => ({ body: { ids: [id] } }) },
    readAll: { ...everybody, request: () => ({ body: { kind: 'alert' } }) },
    remove: { ...onlyHers, request: (_, { removedId }) => ({ body: { ids: [removedId] } }) },
    setting: everybody,
    saveSetting: { ...everybody, otherDistrictAdmin: 1, request: () => ({ body: setting }) },
    stream: everybody,
    // A school's administrator sees the SMS of the own school.
    smsLog: administrators,
    smsUsage: administrators,
    smsStat: administrators,
    // What is not failed, or not in the caller's scope, is not sent: no answer reveals which.
    smsResend: { ...administrators, request: () => ({ body: { ids: [newId()] } }) },
    saveSmsQuota: { ...onlyDistrict, request: () => ({ body: { quota: 0 } }) },
  },
  async (world) => ({
    id: await createMessage(world, world.owner),
    removedId: await createMessage(world, world.owner),
  }),
)

const createMessage = ({ database }: World, actor: Actor) =>
  database.as(actor, async (ctx) => {
    const { personId, orgId } = actor
    const batch = {
      id: createIdAt(ctx.now),
      template: 'isolation.told',
      kind: 'notice' as const,
      title: '会议改期',
      body: '',
      url: '',
      subject: { kind: 'meeting', id: newId() },
      isUrgent: false,
      maySms: false,
      dueAt: null,
    }
    await insertMessageBatch(ctx.db, batch)
    await createMessages(ctx, batch, [{ personId, orgId }], 0, null)
    return deriveId(batch.id, personId)
  })
