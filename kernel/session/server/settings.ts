import { z } from 'zod'
import { getContribution, Refusal, type Ctx } from '#packages/core'
import type { Env } from '#packages/http'
import { amount, choice, defineSetting, toggle } from '#kernel/setting/server/api.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Sign-in settings of a district or school, with the platform's limits. */
export const loginSetting = defineSetting({
  type: 'login',
  title: '登录安全',
  app: '登录与安全',
  sort: 10,
  description: '本单位人员怎样登录，登录后多久需要重新登录。',
  levels: ['district', 'cluster', 'school'],
  isSecurity: true,
  keys: {
    secondStep: choice({
      title: '登录二次验证',
      about:
        '输入密码后，是否还要验证是本人（短信、动态口令或通行密钥）。能管理他人或查看完整号码的人员，每次登录都要验证。上级要求更严的，以上级为准。',
      options: { 'new-device': '新设备登录时', always: '每次登录时', off: '不需要' },
      standard: 'new-device',
      strictest: ['off', 'new-device', 'always'],
    }),
    requireIdCard: toggle({
      title: '首次登录补填证件号',
      about: '没有登记身份证号的人员，首次登录时要求补填。',
      standard: false,
    }),
    deskIdleSeconds: amount({
      title: '电脑闲置自动退出',
      about: '超过该时长无操作，需重新登录。',
      min: 5 * minute,
      max: day,
      standard: 4 * hour,
      unit: '分钟',
      per: minute,
      isLimit: true,
    }),
    deskSeconds: amount({
      title: '电脑登录有效期',
      about: '登录满该时长后需重新登录。',
      min: hour,
      max: 7 * day,
      standard: day,
      unit: '小时',
      per: hour,
      isLimit: true,
    }),
    phoneIdleSeconds: amount({
      title: '手机闲置自动退出',
      about: '受信任的手机超过该时长未使用，需重新登录。',
      min: hour,
      max: 30 * day,
      standard: 7 * day,
      unit: '小时',
      per: hour,
      isLimit: true,
    }),
    phoneSeconds: amount({
      title: '手机登录有效期',
      about: '在受信任的手机上登录满该时长后需重新登录。',
      min: day,
      max: 90 * day,
      standard: 30 * day,
      unit: '天',
      per: day,
      isLimit: true,
    }),
    pupilIdleSeconds: amount({
      title: '学生闲置自动退出',
      about: '学生多使用共用电脑，超过该时长无操作自动退出。',
      min: minute,
      max: 4 * hour,
      standard: 30 * minute,
      unit: '分钟',
      per: minute,
      isLimit: true,
    }),
  },
})
export type LoginSetting = Awaited<ReturnType<typeof getLoginSetting>>

export const getLoginSetting = (ctx: Pick<Ctx, 'app' | 'db'>, orgPath: string) => loginSetting.read(ctx, orgPath)

/** A trusted external system, which signs sign-in tokens with a shared key. */
interface TransferSystem {
  id: string
  key: string
}

interface SignInSettings {
  /** The public host name of the installation. */
  publicHost: string

  /** Allows passwords and ID numbers in queries, and changes by GET, for old clients. */
  queryCredentials: boolean
  /** Origins of applications that may get one-time tickets. */
  trustedOrigins: readonly string[]
  transferSystems: readonly TransferSystem[]
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    signInSettings: SignInSettings
  }
}

export const readSignInSettings = (env: Env): SignInSettings => ({
  publicHost: env['QIMING_PUBLIC_URL'] ? new URL(env['QIMING_PUBLIC_URL']).hostname : '',
  queryCredentials: env['QIMING_COMPAT_QUERY_CREDENTIALS'] === 'on',
  trustedOrigins: (env['QIMING_TRUSTED_ORIGINS'] ?? '')
    .split(',')
    .filter(Boolean)
    .map((origin) => new URL(origin).origin),
  transferSystems: z
    .array(z.object({ id: z.string().min(1), key: z.string().min(32) }))
    .parse(JSON.parse(env['QIMING_TRANSFER_SYSTEMS'] || '[]')),
})

export const getSignInSettings = (ctx: Pick<Ctx, 'app'>): SignInSettings => getContribution(ctx, 'signInSettings')

/** The module of the application that a session belongs to, by its route below /application; '' for an external application. */
export const getModuleOfApplication = ({ app }: Pick<Ctx, 'app'>, route: string | null): string =>
  app.manifests.find((manifest) => manifest.kind === 'application' && manifest.route === route)?.key ?? ''

/** Accepts secrets or changes in a query only if the installation has old clients. */
export function allowQueryValue<T>(ctx: Pick<Ctx, 'app'>, value: T): T {
  if (!getSignInSettings(ctx).queryCredentials) throw new Refusal('该调用方式未开启')
  return value
}
