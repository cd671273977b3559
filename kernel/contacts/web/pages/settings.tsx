import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { FormPage } from '#packages/web/desk/form/form-page.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { contactScopes, contactSettingForm, type ContactScope, type ContactSettingForm } from '../../contract.ts'
import { contactsKey, saveContactSetting, contactSettingQuery } from '../queries.ts'

const scopes = Object.keys(contactScopes) as ContactScope[]
const halfHours = Array.from({ length: 48 }, (_, at) => {
  const clock = `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`
  return { value: clock, label: clock }
})

const ScopeList = () => (
  <ul>
    {scopes.map((scope) => (
      <li key={scope}>{`${contactScopes[scope].title}：${contactScopes[scope].about}`}</li>
    ))}
  </ul>
)

const form: FormSpec<ContactSettingForm> = {
  schema: contactSettingForm,
  initial: () => ({ scope: 'school', parentVisible: false, quietFrom: '', quietTo: '' }),
  sections: [
    {
      fields: [
        {
          name: 'scope',
          label: '手机号公开',
          kind: 'radio',
          required: true,
          options: scopes.map((value) => ({ value, label: contactScopes[value].title })),
          hint: <ScopeList />,
        },
        {
          name: 'parentVisible',
          label: '家长可见',
          kind: 'switch',
          hint: '打开后，任教班级的家长可以看到您的手机号；默认不公开',
        },
        { name: 'quietFrom', label: '勿扰开始', kind: 'select', options: halfHours, width: 'short' },
        {
          name: 'quietTo',
          label: '勿扰结束',
          kind: 'select',
          options: halfHours,
          width: 'short',
          hint: '显示在您的联系方式旁，可以跨零点；都不选则不设勿扰',
        },
      ],
    },
  ],
}

/** /directory/settings: who sees the caller's number. */
export default function ContactSettingsPage() {
  const { data, isError, error, refetch } = useQuery({ ...contactSettingQuery, staleTime: 0 })
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  if (!data) {
    if (isError) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
    return <PageState status="loading" />
  }
  const back = () => void navigate('/directory')
  const { scope, parentVisible, quietFrom, quietTo } = data
  return (
    <FormPage
      key={data.version}
      title="联系方式公开范围"
      form={form}
      initial={{ scope, parentVisible, quietFrom, quietTo }}
      submit={async (choice) => {
        await saveContactSetting(choice, data)
        await client.invalidateQueries({ queryKey: contactsKey })
      }}
      onDone={() => {
        toast.success('已保存')
        back()
      }}
      onCancel={back}
    />
  )
}
