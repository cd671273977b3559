import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { sourceForm, sourceKinds, type DataSource, type SourceForm } from '../../contract.ts'

/** The form fields; id and version come from the page. */
const schema = sourceForm.omit({ id: true, version: true })
export type SourceValues = Omit<SourceForm, 'id' | 'version'>

const kinds = Object.entries(sourceKinds).map(([value, label]) => ({ value, label }))

export const createSourceForm = (isNew: boolean): FormSpec<SourceValues> => ({
  schema: schema as FormSpec<SourceValues>['schema'],
  initial: () => ({
    name: '',
    remark: '',
    kind: 'postgresql',
    host: '',
    port: 5432,
    database: '',
    userName: '',
    password: '',
    isEncrypted: false,
  }),
  sections: [
    {
      title: '基本信息',
      fields: [
        { name: 'name', label: '名称', kind: 'text', width: 'middle', required: true, placeholder: '如 食堂供应商' },
        { name: 'kind', label: '类型', kind: 'select', width: 'short', required: true, options: kinds },
        { name: 'remark', label: '备注', kind: 'textarea', width: 'long' },
      ],
    },
    {
      title: '连接',
      fields: [
        { name: 'host', label: '主机', kind: 'text', width: 'middle', required: true, placeholder: '域名或 IP 地址' },
        { name: 'port', label: '端口', kind: 'number', width: 'short', required: true },
        { name: 'database', label: '数据库', kind: 'text', width: 'middle', required: true },
        { name: 'isEncrypted', label: '加密连接', kind: 'switch', hint: '对方证书须可验证' },
      ],
    },
    {
      title: '只读账号',
      fields: [
        { name: 'userName', label: '用户名', kind: 'text', width: 'middle', required: true },
        {
          name: 'password',
          label: '密码',
          kind: 'password',
          width: 'middle',
          required: isNew,
          ...(isNew ? {} : { placeholder: '●●●●' }),
          hint: isNew ? '保存后不再显示' : '不填则不变；更换地址或账号后须重新填写',
        },
      ],
    },
  ],
})

export const toSourceValues = ({
  name,
  remark,
  kind,
  host,
  port,
  database,
  userName,
  isEncrypted,
}: DataSource): SourceValues => ({
  name,
  remark,
  kind,
  host,
  port,
  database,
  userName,
  isEncrypted,
  password: '',
})
