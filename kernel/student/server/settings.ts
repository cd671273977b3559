import type { Ctx } from '#packages/core'
import { defineSetting, toggle } from '#kernel/setting/server/api.ts'

export const familyContactSetting = defineSetting({
  type: 'familyContact',
  title: '家校联系',
  app: '学生',
  description: '家长怎样联系学校。',
  levels: ['district', 'school'],
  keys: {
    showsOfficePhone: toggle({
      title: '向家长公开班主任办公电话',
      about: '公开后，家长可以在首页拨打班主任的办公电话；手机号由教师本人决定。',
      standard: false,
    }),
  },
})

/** Whether families of this school see the class teacher's office phone. */
export const showsOfficePhone = async (ctx: Pick<Ctx, 'app' | 'db'>, orgPath: string): Promise<boolean> =>
  (await familyContactSetting.read(ctx, orgPath)).showsOfficePhone
