import { useId, useState } from 'react'
import { fieldClasses } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import type { DialogPage } from '#packages/web/desk/list/list-spec.ts'
import { Input } from 'antd'
import { apiGrantApi, type ApiGrantRow, type OpenApi } from '../../contract.ts'
import { RecordSample } from './record-sample.tsx'
import styles from './audit-dialog.module.css'

interface Props {
  grant: ApiGrantRow
  api: OpenApi | undefined
  page: DialogPage
}

/** Decides field by field: what is not ticked is not given. */
export default function AuditDialog({ grant, api, page }: Props) {
  const [fields, setFields] = useState<readonly string[]>(grant.granted)
  const [opinion, setOpinion] = useState('')
  const id = useId()
  const send = (isAgreed: boolean) => async () => {
    await call(apiGrantApi.audit, { body: { id: grant.id, isAgreed, fields: [...fields], opinion } })
    await page.refresh()
  }
  return (
    <ConfirmAction
      title={`审批“${grant.appName}”的接口授权`}
      size="panes"
      submitLabel={`通过 ${fields.length} 个字段`}
      isDisabled={fields.length === 0}
      submit={send(true)}
      done="已通过"
      alternative={{ label: '退回', submit: send(false), done: '已退回', isAlways: true }}
      hasFields
      onClose={page.close}
    >
      <FactGrid
        look="panel"
        facts={[
          { label: '接口', value: grant.apiName },
          { label: '范围', value: grant.reach },
          { label: '有效期', value: `${grant.days.from} 至 ${grant.days.to}` },
          { label: '数据用途', value: grant.purpose },
        ]}
      />
      <div className={styles['panes']}>
        <fieldset className={styles['fields']}>
          <legend>字段</legend>
          {(api?.fields ?? [])
            .filter(({ name }) => grant.granted.includes(name))
            .map((field) => (
              <Checkbox
                key={field.name}
                isOn={fields.includes(field.name)}
                onChange={({ target }) =>
                  setFields((before) =>
                    target.checked ? [...before, field.name] : before.filter((name) => name !== field.name),
                  )
                }
              >
                {field.title} · {fieldClasses[field.class].label}
              </Checkbox>
            ))}
        </fieldset>
        <RecordSample api={api} fields={fields} />
      </div>
      <label className={styles['opinion']} htmlFor={id}>
        意见（退回时必填）
        <Input.TextArea
          id={id}
          rows={2}
          maxLength={200}
          value={opinion}
          onChange={(event) => setOpinion(event.target.value)}
        />
      </label>
    </ConfirmAction>
  )
}
