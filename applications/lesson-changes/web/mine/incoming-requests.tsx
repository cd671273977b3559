import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { CoverRequest } from '#engines/cover/contract.ts'
import { answerCovers, claimCover, coverKey, describeLeg } from '#engines/cover/web/desk-api.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { RequestList } from './request-list.tsx'
import { RequestRow } from './request-row.tsx'
import styles from './mine.module.css'

const refusalForm: FormSpec<{ note: string }> = {
  schema: z.object({ note: z.string().trim().min(2, '请填写原因').max(200, '原因不超过200字') }),
  initial: () => ({ note: '' }),
  sections: [
    { fields: [{ name: 'note', label: '原因', kind: 'text', required: true, placeholder: '如 当天外出培训' }] },
  ],
}

/** 待我确认: colleagues ask for an answer, or for anybody who claims a lesson. */
export function IncomingRequests() {
  const client = useQueryClient()
  const toast = useToast()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [busy, setBusy] = useState<string>()
  const [refused, setRefused] = useState<CoverRequest>()
  const run = async (id: string, work: () => Promise<unknown>, done: string) => {
    setBusy(id)
    try {
      await work()
      toast.success(done)
    } catch (error) {
      toast.error(getErrorMessage(error))
    }
    setBusy(undefined)
    setChosen([])
    await client.invalidateQueries({ queryKey: coverKey })
  }
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <>
      <RequestList
        box="asked"
        label="待我确认"
        title="没有等您确认的代课"
        text="同事请您代课、对调，或有课待认领时，显示在这里。"
      >
        {(requests) => {
          const answerable = requests.filter(({ may }) => may.includes('answer')).map(({ id }) => id)
          const ticked = chosen.filter((id) => answerable.includes(id))
          return (
            <>
              {answerable.length > 1 && (
                <li className={styles['bulk']}>
                  <Checkbox
                    isOn={ticked.length === answerable.length}
                    isPartly={ticked.length > 0 && ticked.length < answerable.length}
                    onChange={() => setChosen(ticked.length === answerable.length ? [] : answerable)}
                  >
                    {ticked.length > 0 ? `已选 ${ticked.length} 项` : '全选'}
                  </Checkbox>
                  <Button
                    type="primary"
                    size="small"
                    disabled={ticked.length === 0}
                    loading={busy === 'all'}
                    onClick={() => void run('all', () => answerCovers(ticked, true), `已同意 ${ticked.length} 项`)}
                  >
                    批量同意
                  </Button>
                </li>
              )}
              {requests.map((request) => (
                <RequestRow
                  key={request.id}
                  request={request}
                  about={`${request.applicant.name}申请`}
                  lead={
                    answerable.length > 1 && (
                      <Checkbox
                        label={`选择：${request.legs.map(describeLeg).join('；')}`}
                        isOn={ticked.includes(request.id)}
                        isFixed={!request.may.includes('answer')}
                        onChange={() => toggle(request.id)}
                      />
                    )
                  }
                  actions={
                    <>
                      {request.may.includes('claim') && (
                        <Button
                          type="primary"
                          size="small"
                          loading={busy === request.id}
                          onClick={() => void run(request.id, () => claimCover(request.id), '已认领')}
                        >
                          认领
                        </Button>
                      )}
                      {request.may.includes('answer') && (
                        <>
                          <Button size="small" onClick={() => setRefused(request)}>
                            拒绝
                          </Button>
                          <Button
                            type="primary"
                            size="small"
                            loading={busy === request.id}
                            onClick={() => void run(request.id, () => answerCovers([request.id], true), '已同意')}
                          >
                            同意
                          </Button>
                        </>
                      )}
                    </>
                  }
                />
              ))}
            </>
          )
        }}
      </RequestList>
      {refused && (
        <FormDialog
          title="拒绝代调课"
          lead={<p>{`${refused.applicant.name}：${refused.legs.map(describeLeg).join('；')}`}</p>}
          form={refusalForm}
          submitLabel="拒绝"
          submit={async ({ note }) => {
            await answerCovers([refused.id], false, note)
            toast.success('已拒绝')
            await client.invalidateQueries({ queryKey: coverKey })
          }}
          onClose={() => setRefused(undefined)}
        />
      )}
    </>
  )
}
