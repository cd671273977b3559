import { z } from 'zod'
import { routesOf } from '#packages/contract'
import { loginForm, loginResult } from '#kernel/session/contract.ts'
import { manifest } from './manifest.ts'

/** The login result, or with `goBind` a ticket for binding the DingTalk account. */
const workplaceLogin = z
  .object({
    ...loginResult.shape,
    goBind: z.boolean(),
    /** Opaque; valid for one binding, five minutes and this browser. */
    dingdingID: z.string(),
    accountId: z.string(),
    userNick: z.string(),
  })
  .meta({ id: 'WorkplaceLogin' })
export type WorkplaceLogin = z.output<typeof workplaceLogin>

/** The configuration: by the key in /DDLogin/{ddId}, or by the company from which /DD was opened. */
const which = { ddId: z.string().max(60).default(''), corpId: z.string().max(80).default('') }
const byCode = { code: z.string().min(1).max(200), ...which, state: z.string().max(80).default('') }
const bindingForm = z.object({ ...loginForm.shape, dingdingID: z.string().min(1).max(80) })

const route = routesOf(manifest)
const open = { access: 'public', ownTransactions: true } as const
const old = { deprecated: true } as const
const dd = '/api/users/dd' as const

export const workplaceApi = {
  /**
   * For a browser the URL of DingTalk's QR sign-in; inside DingTalk the company for which the client requests a code.
   */
  start: route({
    method: 'POST',
    path: `${dd}/start`,
    title: '开始钉钉登录',
    ...open,
    withoutKey: 'no session yet; nothing but a state for the way back is stored',
    body: z.object(which),
    data: z.object({ corpId: z.string(), url: z.string() }),
  }),
  loginByCode: route({
    method: 'POST',
    path: `${dd}/loginByCode`,
    title: '钉钉登录',
    ...open,
    withoutKey: 'no session yet; a code of DingTalk is valid once',
    body: z.object(byCode),
    data: workplaceLogin,
  }),
  loginByCodeGet: route({
    method: 'GET',
    path: `${dd}/loginByCode`,
    title: '钉钉登录（旧）',
    ...open,
    ...old,
    query: z.object(byCode),
    data: workplaceLogin,
  }),
  binding: route({
    method: 'POST',
    path: `${dd}/binding`,
    title: '绑定钉钉账号',
    ...open,
    withoutKey: 'no session yet; the same binding again',
    body: bindingForm,
    data: workplaceLogin,
  }),
  bindingByQuery: route({
    method: 'GET',
    path: `${dd}/binding`,
    title: '绑定钉钉账号（旧）',
    ...open,
    ...old,
    query: bindingForm,
    data: workplaceLogin,
  }),
  cancel: route({
    method: 'POST',
    path: `${dd}/cancel`,
    title: '放弃绑定',
    ...open,
    withoutKey: 'no session yet; nothing is left to be cancelled',
    data: z.null(),
  }),
  cancelByGet: route({ method: 'GET', path: `${dd}/cancel`, title: '放弃绑定（旧）', ...open, ...old, data: z.null() }),
}
