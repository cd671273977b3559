import type { Ctx } from '#packages/core'
import { choices, defineSetting, toggle } from '#kernel/setting/server/api.ts'
import { listBuiltInTypes } from './platform-constants.ts'

export const ownConstantsSetting = defineSetting({
  type: 'constantOwn',
  title: '学校自有常量',
  app: '常量',
  description: '学校可以在哪些常量里增加自己的内容。',
  levels: ['district'],
  keys: (ctx) => ({
    types: choices({
      title: '学校可以增加的平台常量',
      about: '选中的类型里，学校可以增加只在本校使用的常量。',
      options: Object.fromEntries(
        listBuiltInTypes(ctx)
          .filter(({ mayAdd }) => mayAdd)
          .map(({ code, name }) => [code, name]),
      ),
      standard: [],
    }),
    ownTypes: toggle({
      title: '学校可以新建常量类型',
      about: '允许后，学校管理员可以新建只在本校使用的常量类型。',
      standard: false,
    }),
  }),
})

/** What the district permits its schools. */
export const getAllowedOwnConstants = (ctx: Pick<Ctx, 'app' | 'db'>, orgPath: string) =>
  ownConstantsSetting.read(ctx, orgPath)
