import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { appAudiences, appCategories, optionsOf } from '#packages/contract'
import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { SelectControl } from '#packages/web/desk/form/controls/select.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { Attachments } from '#kernel/files/web/index.ts'
import { OrgPicker } from '#kernel/org/web/index.ts'
import { apiReaches, applicationFields, appKinds, type Application, type ApplicationForm } from '../../../contract.ts'
import { mainAppsQuery } from '../../application-queries.ts'
import { LogoPicker } from './logo-picker.tsx'

/** An address is required except for interface-only applications, which have no page to open. */
const interfaceOnly = 4

const schema = applicationFields
  .extend({ manageOrgId: z.guid().nullable(), includesBelow: z.boolean(), logoFiles: z.array(z.guid()).max(1) })
  .refine(({ kind, url, isSubmitted }) => url !== '' || kind === interfaceOnly || !isSubmitted, {
    path: ['url'],
    error: '请输入应用地址',
  })
export type ApplicationFormValues = z.output<typeof schema>

const toOptions = (labels: Readonly<Record<number, string>>, from = 0) =>
  Object.entries(labels)
    .map(([code, label]) => ({ value: Number(code), label }))
    .filter(({ value }) => value >= from)

const categories = optionsOf(appCategories)
const audiences = Object.values(appAudiences).map(({ code, title }) => ({ value: code, label: title }))

/** The main application that this one is a part of. */
function MainAppSelect(props: ControlProps) {
  const { data = [] } = useQuery(mainAppsQuery)
  return <SelectControl {...props} value={props.value || null} options={data} />
}

const keepers = ['bureau', 'cluster', 'institution', 'school', 'kindergarten', 'other-school'] as const

/** A change of an application in use always needs an audit, so the form does not ask. */
const buildForm = (initial: () => ApplicationFormValues, isServing: boolean): FormSpec<ApplicationFormValues> => ({
  schema,
  initial,
  sections: [
    {
      title: '应用',
      fields: [
        { name: 'name', label: '应用名称', kind: 'text', width: 'long', required: true },
        {
          name: 'edition',
          label: '版本标识',
          kind: 'text',
          width: 'short',
          hint: '同名应用用它区分，如“学校”“教育局”',
        },
        {
          name: 'about',
          label: '用途说明',
          kind: 'text',
          width: 'long',
          required: true,
          placeholder: '一句话，不超过40字',
        },
        {
          name: 'kind',
          label: '应用类型',
          kind: 'select',
          width: 'middle',
          required: true,
          // Built-in applications are not registered.
          options: toOptions(appKinds, 2),
        },
        {
          name: 'url',
          label: '应用地址',
          kind: 'text',
          width: 'long',
          required: true,
          placeholder: 'https://',
          when: ({ kind }) => kind !== interfaceOnly,
        },
        { name: 'category', label: '分类', kind: 'select', width: 'middle', required: true, options: categories },
        { name: 'logo', label: '图标', kind: 'custom', width: 'long', draw: (props) => <LogoPicker {...props} /> },
        {
          name: 'logoFiles',
          label: '自有图片',
          kind: 'custom',
          width: 'long',
          hint: '方形图片一张，代替上面的图标',
          draw: (props) => <Attachments {...props} maxFiles={1} only="image" />,
        },
      ],
    },
    {
      title: '使用范围',
      fields: [
        { name: 'power', label: '面向', kind: 'select', width: 'middle', required: true, options: audiences },
        {
          name: 'manageOrgId',
          label: '管理单位',
          kind: 'custom',
          width: 'long',
          hint: '留空为当前单位',
          draw: (props) => <OrgPicker {...props} kinds={keepers} />,
        },
        { name: 'includesBelow', label: '下级单位可申请', kind: 'switch' },
        {
          name: 'mainApp',
          label: '所属主应用',
          kind: 'custom',
          width: 'long',
          draw: (props) => <MainAppSelect {...props} />,
        },
      ],
    },
    {
      title: '开发与接口',
      fields: [
        { name: 'author', label: '开发单位', kind: 'text', width: 'long' },
        { name: 'apiReach', label: '数据接口', kind: 'select', width: 'middle', options: toOptions(apiReaches) },
        {
          name: 'ips',
          label: '服务器地址',
          kind: 'textarea',
          width: 'long',
          hint: '每行一个地址或网段，如 203.0.113.8 或 203.0.113.0/24',
        },
        {
          name: 'isSubmitted',
          label: '提交审核',
          kind: 'switch',
          when: () => !isServing,
          hint: '关闭则先存为草稿',
        },
      ],
    },
  ],
})

const defaultLogo = 'appstore'

export const newApplicationForm = () =>
  buildForm(
    () => ({
      kind: 2,
      name: '',
      edition: '',
      url: '',
      logo: defaultLogo,
      author: '',
      about: '',
      ips: '',
      category: 'office',
      power: appAudiences.org.code,
      apiReach: 0,
      mainApp: '',
      isSubmitted: true,
      manageOrgId: null,
      includesBelow: true,
      logoFiles: [],
    }),
    false,
  )

const isServing = ({ status }: Application) => status === 2 || status === 5

export const toFormValues = (row: Application): ApplicationFormValues => {
  const { name, edition, url, logoFiles, author, about, ips, category, power, apiReach, mainApp } = row
  const logo = logoFiles.length > 0 ? defaultLogo : row.logo
  return {
    name,
    edition,
    url,
    logo,
    logoFiles,
    author,
    about,
    ips,
    category,
    power,
    apiReach,
    mainApp,
    isSubmitted: true,
    manageOrgId: row.manageOrgId,
    includesBelow: row.includesBelow,
    // Built-in applications are not edited here.
    kind: row.kind === 1 ? 2 : row.kind,
  }
}

export const editApplicationForm = (row: Application) => buildForm(() => toFormValues(row), isServing(row))

/** The request body; the key of a new application is empty. */
export const toRequestBody = (
  { logoFiles: [ownPicture], ...values }: ApplicationFormValues,
  row?: Application,
): ApplicationForm => ({
  ...values,
  logo: ownPicture ?? values.logo,
  url: values.kind === interfaceOnly ? '' : values.url,
  key: row?.key ?? '',
  version: row?.version ?? 0,
})
