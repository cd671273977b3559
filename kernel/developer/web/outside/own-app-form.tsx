import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { appCategories, optionsOf } from '#packages/contract'
import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { SelectControl } from '#packages/web/desk/form/controls/select.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { LogoPicker } from '#kernel/catalogue/web/api.ts'
import { ownAppFields, ownAppKinds, type OwnAppForm } from '../../contract-developers.ts'
import { companyInfo, type OwnApplicationRow } from './use-apply-queries.ts'

const schema = ownAppFields
  .extend({ districtId: z.int('请选择申请的区'), isSubmitted: z.boolean() })
  .refine(({ kind, url, isSubmitted }) => url !== '' || kind === 4 || !isSubmitted, {
    path: ['url'],
    error: '请输入应用地址',
  })
export type OwnAppFormValues = z.output<typeof schema>

function DistrictSelect(props: ControlProps) {
  const { data } = useQuery(companyInfo)
  const options = (data?.districts ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return <SelectControl {...props} options={options} />
}

const kinds = Object.entries(ownAppKinds).map(([code, label]) => ({ value: Number(code), label }))

/** 信息 → 地址 → 提交. The district of an application does not change. */
const buildForm = (initial: () => OwnAppFormValues, row?: OwnApplicationRow): FormSpec<OwnAppFormValues> => ({
  schema,
  initial,
  sections: [
    {
      title: '信息',
      fields: [
        {
          name: 'districtId',
          label: '申请的区',
          kind: 'custom',
          width: 'middle',
          required: true,
          when: () => row === undefined,
          draw: (props) => <DistrictSelect {...props} />,
        },
        { name: 'name', label: '应用名称', kind: 'text', width: 'long', required: true },
        {
          name: 'about',
          label: '用途说明',
          kind: 'text',
          width: 'long',
          required: true,
          placeholder: '一句话，不超过40字',
        },
        { name: 'kind', label: '应用类型', kind: 'select', width: 'middle', required: true, options: kinds },
        {
          name: 'category',
          label: '分类',
          kind: 'select',
          width: 'middle',
          required: true,
          options: optionsOf(appCategories),
        },
        { name: 'logo', label: '图标', kind: 'custom', width: 'long', draw: (props) => <LogoPicker {...props} /> },
      ],
    },
    {
      title: '地址',
      fields: [
        {
          name: 'url',
          label: '应用地址',
          kind: 'text',
          width: 'long',
          required: true,
          placeholder: 'https://',
          when: ({ kind }) => kind !== 4,
        },
        {
          name: 'ips',
          label: '服务器地址',
          kind: 'textarea',
          width: 'long',
          hint: '调用接口的服务器，每行一个地址或网段，如 203.0.113.8 或 203.0.113.0/24',
        },
      ],
    },
    {
      title: '提交',
      fields: [
        {
          name: 'isSubmitted',
          label: '提交审核',
          kind: 'switch',
          when: () => row === undefined || (row.status !== 2 && row.status !== 5),
          hint: '关闭则先存为草稿，区里看不到',
        },
      ],
    },
  ],
})

export const newOwnAppForm = () =>
  buildForm(() => ({
    // Nothing is chosen yet.
    districtId: null as unknown as number,
    kind: 2,
    name: '',
    about: '',
    category: 'teaching',
    logo: 'appstore',
    url: '',
    ips: '',
    isSubmitted: true,
  }))

const toValues = ({
  districtId,
  kind,
  name,
  about,
  category,
  logo,
  url,
  ips,
}: OwnApplicationRow): OwnAppFormValues => ({
  districtId,
  kind,
  name,
  about,
  category,
  logo,
  url,
  ips,
  isSubmitted: true,
})
export const editOwnAppForm = (row: OwnApplicationRow) => buildForm(() => toValues(row), row)

export const toOwnAppForm = (values: OwnAppFormValues, row?: OwnApplicationRow): OwnAppForm => ({
  ...values,
  key: row?.key ?? '',
  version: row?.version,
})
