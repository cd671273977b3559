import { z } from 'zod'
import { idCardBirthday, idCardSex, isIdCard } from '#packages/core/id-card.ts'
import type { FormSpec } from './form-spec.ts'

const schema = z.object({
  idCard: z.string().min(1, '身份证号不能为空').refine(isIdCard, '请输入正确的身份证'),
  name: z.string().trim().min(1, '请输入姓名'),
  sex: z.string(),
  birthday: z.string(),
  phone: z.string(),
  password: z.string(),
})
export type Person = z.infer<typeof schema>

/** A sample person form in two sections. */
export const personForm: FormSpec<Person> = {
  schema,
  initial: () => ({ idCard: '', name: '', sex: '', birthday: '', phone: '', password: '' }),
  sections: [
    {
      title: '基本信息',
      fields: [
        {
          name: 'idCard',
          label: '身份证号',
          kind: 'idCard',
          required: true,
          fills: (value) => ({ sex: idCardSex(String(value)), birthday: idCardBirthday(String(value)) }),
        },
        { name: 'name', label: '姓名', kind: 'text', required: true },
        {
          name: 'sex',
          label: '性别',
          kind: 'radio',
          options: [
            { value: '男', label: '男' },
            { value: '女', label: '女' },
          ],
        },
        { name: 'birthday', label: '出生日期', kind: 'date' },
      ],
    },
    {
      title: '登录',
      fields: [
        { name: 'phone', label: '手机', kind: 'phone', required: true },
        { name: 'password', label: '初始密码', kind: 'password' },
      ],
    },
  ],
}

/** A woman, born on 14 July 1991. */
export const woman = '330199199107140025'

export const filled: Person = {
  idCard: woman,
  name: '顾清和',
  sex: '女',
  birthday: '1991-07-14',
  phone: '13801995012',
  password: '',
}
