import { Ret } from './ret.ts'

/** Marks refusals for monitoring where `ret` is not specific enough. */
export type RefusalTrace = 'wrong-code' | 'number-probe'

/** Where the user can remove the obstacle; `data.link` of a refusal. */
export interface RefusalLink {
  label: string
  url: string
}

/** An expected error with a message for the user. Every other exception is a bug and is logged as one. */
export class Refusal extends Error {
  readonly ret: Ret
  readonly data: unknown
  readonly trace: RefusalTrace | undefined
  constructor(message: string, ret: Ret = Ret.refused, data: unknown = null, trace?: RefusalTrace) {
    super(message)
    this.name = 'Refusal'
    this.ret = ret
    this.data = data
    this.trace = trace
  }
}

/** The same answer for missing records and for those out of scope, so that it does not reveal which. */
export const notFound = (what = '数据') => new Refusal(`${what}不存在`, Ret.notFound)
/** The record was changed since it was read. */
export const changedByOthers = () => new Refusal('数据已被他人修改，请刷新后重试', Ret.changedByOthers)
export const forbidden = () => new Refusal('没有权限执行此操作', Ret.forbidden)
export const notSignedIn = () => new Refusal('登录已失效，请重新登录', Ret.notSignedIn)
export const sessionEnded = () => new Refusal('您的登录已在别处结束，请重新登录', Ret.sessionEnded)
export const wrongAudience = () => new Refusal('当前身份不能使用此功能', Ret.wrongAudience)
export const tooMany = (message: string, retryAfter: number) => new Refusal(message, Ret.tooMany, { retryAfter })
/** The first attempt of this write is still in progress; its answer will be the answer. */
export const stillPending = (message: string, retryAfter: number) =>
  new Refusal(message, Ret.tooMany, { retryAfter, isPending: true })
/** A server that we depend on does not answer; nothing was written. */
export const unavailable = () => new Refusal('服务暂时不可用，请稍后重试', Ret.unavailable)

export interface FieldError {
  field: string
  msg: string
}
export const invalid = (errors: FieldError[]) =>
  new Refusal(errors[0]?.msg ?? '提交的内容有误', Ret.invalid, { errors })

/** Returns the row, or throws `notFound`. */
export function orNotFound<T>(row: T | null | undefined, what?: string): T {
  if (row === null || row === undefined) throw notFound(what)
  return row
}
