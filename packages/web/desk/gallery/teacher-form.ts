import { z } from 'zod'
import { idCardBirthday, idCardSex, isIdCard } from '#packages/core/id-card.ts'
import { isMobile } from '#packages/core/phone.ts'
import type { FormSpec } from '../form/form-spec.ts'

/** Invented, for the gallery: with one field of every kind. */
const schema = z.object({
  idCard: z.string().min(1, '身份证号不能为空').refine(isIdCard, '请输入正确的身份证'),
  name: z.string().trim().min(1, '请输入姓名').max(20, '姓名最多 20 个字'),
  sex: z.enum(['男', '女', '']).refine((sex): boolean => sex !== '', '请选择性别'),
  birthday: z.iso.date('请选择出生日期'),
  phone: z.string().refine(isMobile, '请输入正确的手机号'),
  department: z.string().min(1, '请选择部门'),
  subjects: z.array(z.string()).min(1, '请选择任教学科'),
  since: z.int('请输入参加工作年份').min(1950, '年份有误').max(2026, '年份有误').nullable(),
  remark: z.string().max(200, '备注最多 200 个字'),
  role: z.string().min(1, '请选择角色'),
  isClassTeacher: z.boolean(),
  className: z.string(),
  canSignIn: z.boolean(),
  password: z.string().min(8, '密码至少 8 位').or(z.literal('')),
})
export type SampleTeacher = z.infer<typeof schema>

const options = (...labels: string[]) => labels.map((label) => ({ value: label, label }))
const departments = options(
  '校长室',
  '教务处',
  '德育处',
  '总务处',
  '初中部语文教研组',
  '初中部数学教研组',
  '初中部英语教研组',
  '科学教研组',
  '社会教研组',
  '体艺教研组',
  '信息中心',
)

export const teacherForm: FormSpec<SampleTeacher> = {
  schema,
  initial: () => ({
    idCard: '',
    name: '',
    sex: '',
    birthday: '',
    phone: '',
    department: '',
    subjects: [],
    since: null,
    remark: '',
    role: '',
    isClassTeacher: false,
    className: '',
    canSignIn: true,
    password: '',
  }),
  sections: [
    {
      title: '基本信息',
      fields: [
        {
          name: 'idCard',
          label: '身份证号',
          kind: 'idCard',
          required: true,
          placeholder: '18 位号码',
          fills: (value) => ({ sex: idCardSex(String(value)), birthday: idCardBirthday(String(value)) }),
        },
        { name: 'name', label: '姓名', kind: 'text', width: 'short', required: true },
        { name: 'sex', label: '性别', kind: 'radio', required: true, options: options('男', '女') },
        { name: 'birthday', label: '出生日期', kind: 'date', required: true },
        { name: 'phone', label: '手机', kind: 'phone', required: true },
      ],
    },
    {
      title: '任职',
      fields: [
        {
          name: 'department',
          label: '部门',
          kind: 'select',
          required: true,
          placeholder: '请选择部门',
          options: departments,
        },
        {
          name: 'subjects',
          label: '任教学科',
          kind: 'multi',
          required: true,
          options: options('语文', '数学', '英语', '科学', '社会', '体育'),
        },
        { name: 'since', label: '参加工作', kind: 'number', placeholder: '年份', hint: '用于计算教龄' },
        { name: 'remark', label: '备注', kind: 'textarea' },
      ],
    },
    {
      title: '角色与权限',
      fields: [
        {
          name: 'role',
          label: '角色',
          kind: 'select',
          required: true,
          options: options('任课教师', '教研组长', '年级主任', '部门管理员'),
        },
        { name: 'isClassTeacher', label: '班主任', kind: 'switch' },
        {
          name: 'className',
          label: '所带班级',
          kind: 'select',
          placeholder: '请选择班级',
          options: options('七(1)班', '七(2)班', '七(3)班'),
          when: ({ isClassTeacher }) => isClassTeacher,
        },
      ],
    },
    {
      title: '登录方式',
      fields: [
        { name: 'canSignIn', label: '允许登录', kind: 'switch' },
        {
          name: 'password',
          label: '初始密码',
          kind: 'password',
          hint: '首次登录后必须修改',
          when: ({ canSignIn }) => canSignIn,
        },
      ],
    },
  ],
}

/** Sample values of the design: a woman whose sex was chosen wrongly. */
export const halfTyped: SampleTeacher = {
  ...teacherForm.initial(),
  idCard: '330199199107140025',
  name: '顾清和',
  sex: '男',
  birthday: '1991-07-14',
  phone: '13801995012',
}
