import type { Ctx } from '#packages/core'
import { choice, defineSetting } from '#kernel/setting/server'
import { contactScopes, type ContactScope } from '../../contract.ts'

const options = Object.fromEntries(Object.entries(contactScopes).map(([scope, { title }]) => [scope, title])) as Record<
  ContactScope,
  string
>

const setting = defineSetting({
  type: 'directory',
  title: '通讯录',
  app: '通讯录',
  description: '手机号在通讯录中的公开范围。教职工可以自己另行设置。',
  levels: ['district'],
  keys: {
    defaultScope: choice({
      title: '默认公开范围',
      about: '教职工没有自己设置时，谁可以看到手机号',
      options,
      standard: 'school',
    }),
  },
})

/** How far numbers are told in a district where their owners have not said otherwise. */
export async function usualScope(ctx: Pick<Ctx, 'db'>, orgPath: string): Promise<ContactScope> {
  const [bureau = ''] = orgPath.split('.')
  return (await setting.read(ctx, bureau)).defaultScope
}
