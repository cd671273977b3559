import { KeyOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, useMemo } from 'react'
import { z } from 'zod'
import { call } from '#packages/web/core/call.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { ListPage } from '#packages/web/desk/list/list-page.tsx'
import { formAction, type DialogAction, type PlainAction, type RowAction } from '#packages/web/desk/list/list-spec.ts'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import type { DataOf } from '#packages/contract'
import {
  apiGrant,
  apiGrantApi,
  apiGrantForm,
  dayQuotaForm,
  openApiRoutes,
  type ApiGrantForm,
  type ApiGrantRow,
  type OpenApi,
} from '../../contract.ts'
import { apisQuery } from './api-catalogue.tsx'
import { RecordSample } from './record-sample.tsx'

const AuditDialog = lazy(() => import('./audit-dialog.tsx'))

const choicesQuery = queryOf(['developer', 'grant-choices'], apiGrantApi.choices)
type Choices = DataOf<typeof apiGrantApi.choices>

const noChoices: Choices = { apps: [], orgs: [] }

/** 授权: what applications may read. */
export function ApiGrants() {
  const may = useMay()
  const choices = useQuery({ ...choicesQuery, enabled: may('open-api.apply') })
  const query = useQuery(apisQuery)
  return <QueryState query={query}>{(apis) => <Grants apis={apis} choices={choices.data ?? noChoices} />}</QueryState>
}

function Grants({ apis, choices }: { apis: readonly OpenApi[]; choices: Choices }) {
  const spec = useMemo(() => createGrantList(apis, choices), [apis, choices])
  return <ListPage spec={spec} />
}

function createGrantList(apis: readonly OpenApi[], choices: Choices) {
  const findApi = (code: string) => apis.find((api) => api.code === code)
  const {
    create: _,
    edit: __,
    ...list
  } = createEntityListSpec(apiGrant, apiGrantApi, {
    key: 'developer:grants',
    icon: KeyOutlined,
    empty: { title: '还没有接口授权', text: '为应用申请接口，通过以后才能读取数据。' },
    below: ({ apiCode, granted }) => <RecordSample api={findApi(apiCode)} fields={granted} />,
  })
  const audit: DialogAction<ApiGrantRow> = {
    key: 'audit',
    label: '审批',
    permission: 'api-grant.read',
    isSingle: true,
    isPrimary: true,
    when: ({ mayDecide }) => mayDecide,
    open: (row, page) => <AuditDialog grant={row} api={findApi(row.apiCode)} page={page} />,
  }
  return {
    ...list,
    actions: [audit, raiseQuota, suspend, resume, createRevokeFields(findApi), revoke],
    create: {
      label: '申请授权',
      permission: 'open-api.apply',
      send: '提交申请',
      done: '已提交，等待审批',
      form: () => createGrantForm(apis, choices),
      submit: (values: ApiGrantForm) => call(apiGrantApi.apply, { body: values }),
    },
  }
}

const reasonForm = z.object({ reason: z.string().trim().min(1, '请填写理由').max(200, '理由不超过200字') })
const reasonField = {
  name: 'reason' as const,
  label: '理由',
  kind: 'textarea' as const,
  width: 'long' as const,
  required: true,
  hint: '应用的负责人、开发企业和数据管理员会看到理由。',
}

type ReasonForm = z.output<typeof reasonForm>

/** A change for which a reason is needed. */
const createReasonAction = ({
  key,
  label,
  run,
}: {
  key: string
  label: string
  run: (body: { id: string; reason: string }) => Promise<unknown>
}): RowAction<ApiGrantRow> =>
  formAction<ApiGrantRow, ReasonForm>({
    key,
    label,
    permission: 'open-api.grant',
    isSingle: true,
    isDanger: true,
    when: ({ status }) => status === 'approved',
    done: () => `已${label}`,
    createForm: () => ({
      schema: reasonForm,
      initial: () => ({ reason: '' }),
      sections: [{ fields: [reasonField] }],
    }),
    run: async (_, { reason }, _proof, [row]) => void (await run({ id: row!.id, reason })),
  })

const suspend = createReasonAction({
  key: 'suspend',
  label: '暂停',
  run: (body) => call(apiGrantApi.suspend, { body }),
})
const revoke = createReasonAction({ key: 'revoke', label: '撤销', run: (body) => call(apiGrantApi.revoke, { body }) })

const resume: PlainAction<ApiGrantRow> = {
  key: 'resume',
  label: '恢复',
  permission: 'open-api.grant',
  isSingle: true,
  when: ({ status }) => status === 'paused',
  run: async (_, [row]) => void (await call(apiGrantApi.resume, { body: { id: row!.id } })),
  done: () => '已恢复',
}

const fieldsForm = reasonForm.extend({ fields: z.array(z.string()).min(1, '请选择字段') })
type FieldsForm = z.output<typeof fieldsForm>

/** Takes fields away; the other fields of the grant stay. */
const createRevokeFields = (findApi: (code: string) => OpenApi | undefined): RowAction<ApiGrantRow> =>
  formAction<ApiGrantRow, FieldsForm>({
    key: 'revoke-fields',
    label: '撤销字段',
    permission: 'open-api.grant',
    isSingle: true,
    isDanger: true,
    when: ({ status, granted }) => (status === 'approved' || status === 'paused') && granted.length > 1,
    done: () => '已撤销字段',
    createForm: (_, [row]) => ({
      schema: fieldsForm,
      initial: () => ({ fields: [], reason: '' }),
      sections: [
        {
          fields: [
            {
              name: 'fields' as const,
              label: '撤销的字段',
              kind: 'multi' as const,
              required: true,
              options: (findApi(row!.apiCode)?.fields ?? [])
                .filter(({ name }) => row!.granted.includes(name))
                .map(({ name, title }) => ({ value: name, label: title })),
            },
            reasonField,
          ],
        },
      ],
    }),
    run: async (_, body, _proof, [row]) =>
      void (await call(apiGrantApi.revokeFields, { body: { id: row!.id, ...body } })),
  })

type DayQuotaForm = z.output<typeof dayQuotaForm>

/** 临时提额: of the application, for today. */
const raiseQuota: RowAction<ApiGrantRow> = formAction<ApiGrantRow, DayQuotaForm>({
  key: 'raise-quota',
  label: '临时提额',
  permission: 'open-api.quota',
  isSingle: true,
  when: ({ status }) => status === 'approved',
  done: () => '已提高今日额度',
  createForm: () => ({
    schema: dayQuotaForm,
    initial: () => ({ dayCalls: 20_000, reason: '' }),
    sections: [
      {
        fields: [
          {
            name: 'dayCalls' as const,
            label: '今日次数',
            kind: 'number' as const,
            required: true,
            width: 'short' as const,
            hint: '应用今天一共可以调用的次数，立即生效，零点恢复。',
          },
          { name: 'reason' as const, label: '理由', kind: 'textarea' as const, width: 'long' as const, required: true },
        ],
      },
    ],
  }),
  run: async (_, body, _proof, [row]) =>
    void (await call(openApiRoutes.setQuota, { body: { appKey: row!.appKey, ...body } })),
})

const yearMs = 365 * 24 * 3600_000
const dayText = (time: number) => new Date(time + 8 * 3600_000).toISOString().slice(0, 10)

function createGrantForm(apis: readonly OpenApi[], { apps, orgs }: Choices) {
  const open = apis.filter(({ isOpen, direction }) => isOpen && direction === 'open')
  const fieldsOf = ({ apiCode }: ApiGrantForm) => open.find(({ code }) => code === apiCode)?.fields ?? []
  const isSensitive = (values: ApiGrantForm) =>
    fieldsOf(values).some((field) => field.class === 'C' && values.fields.includes(field.name))
  return {
    schema: apiGrantForm,
    initial: (): ApiGrantForm => ({
      appKey: '',
      apiCode: '',
      fields: [],
      orgIds: [],
      purpose: '',
      days: { from: dayText(Date.now()), to: dayText(Date.now() + yearMs) },
      dayQuota: 10_000,
      qps: 20,
      agreement: [],
    }),
    sections: [
      {
        fields: [
          {
            name: 'appKey' as const,
            label: '应用',
            kind: 'select' as const,
            required: true,
            options: apps.map(({ appKey, name }) => ({ value: appKey, label: name })),
          },
          {
            name: 'apiCode' as const,
            label: '接口',
            kind: 'select' as const,
            required: true,
            options: open.map(({ code, name }) => ({ value: code, label: name })),
          },
          {
            name: 'fields' as const,
            label: '字段',
            kind: 'multi' as const,
            required: true,
            options: (values: ApiGrantForm) =>
              fieldsOf(values).map((field) => ({ value: field.name, label: `${field.title}（${field.class}）` })),
          },
          {
            name: 'orgIds' as const,
            label: '单位',
            kind: 'multi' as const,
            placeholder: '不选就是全区',
            options: orgs.map(({ id, name }) => ({ value: id, label: name })),
          },
          { name: 'purpose' as const, label: '数据用途', kind: 'textarea' as const, required: true },
          { name: 'days' as const, label: '有效期', kind: 'days' as const, required: true },
          {
            name: 'dayQuota' as const,
            label: '每日次数',
            kind: 'number' as const,
            required: true,
            width: 'short' as const,
          },
          { name: 'qps' as const, label: '每秒次数', kind: 'number' as const, required: true, width: 'short' as const },
          {
            name: 'agreement' as const,
            label: '数据使用协议',
            kind: 'control' as const,
            required: true,
            control: { of: 'files', max: 3 },
            when: isSensitive,
          },
        ],
      },
    ],
  }
}
