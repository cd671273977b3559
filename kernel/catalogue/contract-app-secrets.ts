import { z } from 'zod'
import { enumOf, idOf, labels, routesOf, wireObject } from '#packages/contract'
import { appKey } from './contract-applications.ts'
import { manifest } from './manifest.ts'

export const secretStates = labels({
  active: { label: '生效', tone: 'success' },
  grace: { label: '宽限', tone: 'warning' },
  void: { label: '作废', tone: 'closed' },
})

/** How long the old secret stays valid after a change, in hours. 0: it may have leaked. */
export const graceHours = { standard: 24, most: 168 } as const
/** A secret of this age has to be changed; one unused for so long is probably forgotten. */
export const secretDays = { unused: 180, old: 365 } as const

export const appSecret = z.object({
  id: idOf('app-secret'),
  state: enumOf(secretStates),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  /** The end of the grace period, or when it became void. */
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** False for secrets from before signatures: they get no token, and have to be changed. */
  canSign: z.boolean(),
})
export type AppSecret = z.output<typeof appSecret>

export const secretChangeFields = z.object({
  graceHours: z.int().min(0, '宽限期为0至168小时').max(graceHours.most, '宽限期为0至168小时'),
  /** Required when the secret may have leaked. */
  reason: z.string().trim().max(200, '理由不超过200字'),
})

const route = routesOf(manifest)
const byKey = { key: appKey }
const keyName = { key: 'fAppKey' } as const

export const secretChange = wireObject(
  {
    ...byKey,
    graceHours: secretChangeFields.shape.graceHours.default(graceHours.standard),
    reason: secretChangeFields.shape.reason.default(''),
  },
  keyName,
)
export const secretRevocation = wireObject(
  {
    ...byKey,
    id: idOf('app-secret'),
    reason: secretChangeFields.shape.reason.min(1, '请填写作废理由'),
  },
  keyName,
)
export const changedSecret = wireObject(
  { secret: z.string(), graceUntil: z.iso.datetime().nullable() },
  { secret: 'fAppSecret' },
)

export const appSecretApi = {
  /** The secrets of an application, without their values. */
  secrets: route({
    method: 'GET',
    path: '/api/app/secrets',
    title: '应用密钥状态',
    access: 'app.read',
    query: wireObject(byKey, keyName),
    data: z.array(appSecret),
  }),
  /** Creates a new secret. This answer is the only one that contains it. */
  resetSecret: route({
    method: 'POST',
    path: '/api/app/resetSecret',
    title: '更换应用密钥',
    access: 'app.edit',
    secretAnswer: true,
    body: secretChange,
    data: changedSecret,
  }),
  revokeSecret: route({
    method: 'POST',
    path: '/api/app/revokeSecret',
    title: '作废应用密钥',
    access: 'app.edit',
    body: secretRevocation,
    data: z.null(),
  }),
}
