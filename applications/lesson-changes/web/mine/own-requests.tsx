import { useState } from 'react'
import type { CoverRequest } from '#engines/cover/contract.ts'
import { coverKey, describeLeg, withdrawCover } from '#engines/cover/web/desk-api.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { RequestList } from './request-list.tsx'
import { RequestRow } from './request-row.tsx'

const describePeople = ({ applicant, kind, asked, askMode, legs }: CoverRequest) => {
  const covering = legs.flatMap(({ to }) => (to && to.id !== applicant.id ? to.name : []))
  if (covering.length > 0) return kind === 'swap' ? `与${covering.join('、')}对调` : covering.join('、')
  if (askMode === 'everybody') return '群发认领'
  if (askMode === 'office') return '请教务安排'
  return asked.length > 0 ? `请 ${asked.map(({ name }) => name).join('、')}` : ''
}

/** 我申请的. */
export function OwnRequests({ onApply }: { onApply: () => void }) {
  const [recalled, setRecalled] = useState<CoverRequest>()
  return (
    <>
      <RequestList
        box="own"
        label="我申请的"
        title="还没有申请过代调课"
        text="请假、外出或想换课时，在这里请同事代课或对调。"
        next={
          <Button type="primary" onClick={onApply}>
            申请代调课
          </Button>
        }
      >
        {(requests) =>
          requests.map((request) => (
            <RequestRow
              key={request.id}
              request={request}
              about={describePeople(request)}
              actions={
                <>
                  {request.status === 'declined' && (
                    <Button size="small" onClick={onApply}>
                      另请同事
                    </Button>
                  )}
                  {request.may.includes('recall') && (
                    <Button size="small" onClick={() => setRecalled(request)}>
                      撤回
                    </Button>
                  )}
                </>
              }
            />
          ))
        }
      </RequestList>
      {recalled && (
        <ConfirmAction
          title="撤回代调课"
          submitLabel="撤回"
          submit={() => withdrawCover(recalled.id)}
          done="已撤回"
          queryKey={coverKey}
          onClose={() => setRecalled(undefined)}
        >
          <p>{`${recalled.legs.map(describeLeg).join('；')}，撤回后被询问的同事会收到通知。`}</p>
        </ConfirmAction>
      )}
    </>
  )
}
