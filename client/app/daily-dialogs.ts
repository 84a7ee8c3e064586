const DAILY_DIALOGS: readonly (() => Promise<unknown>)[] = [
  () => import('#client/routes/check-in-modal.tsx'),
  () => import('#client/features/here-now/check-in-sheet.tsx'),
  () => import('#client/features/here-now/visitor-sheet.tsx'),
  () => import('#client/features/here-now/everybody-home-dialog.tsx'),
  () => import('#client/routes/tell-parent.tsx'),
  () => import('#client/features/unsent/sign-out-question.tsx'),
  () => import('#client/features/unsent/refused-list.tsx'),
  () => import('#client/shell/update.tsx'),
  () => import('#client/shell/signed-out.tsx'),
  () => import('#client/features/unsent/edit-refused.tsx'),
  () => import('#client/features/visit/visit-sheet.tsx'),
  () => import('#client/features/visit/gone-answers.tsx'),
  () => import('#client/features/visit/add-visit-sheet.tsx'),
  () => import('#client/features/visit/removed-visits.tsx'),
  () => import('#client/features/history/empty-history.tsx'),
  () => import('#client/features/visitors/new-friend-sheet.tsx'),
  () => import('#client/features/visitors/person-sheet.tsx'),
  () => import('#client/features/pictures/today.tsx'),
  () => import('#client/features/pictures/day-picture.tsx'),
  () => import('#client/features/pictures/week-picture.tsx'),
  () => import('#client/people/person-dialog.tsx'),
  () => import('#client/ui/dialogs/leave-question.tsx'),
  () => import('#client/ui/feedback/toast-view.tsx'),
  () => import('#client/features/links/sharing-part.tsx'),
  () => import('#client/features/links/row-note.tsx'),
  () => import('#client/features/followers/followers-of.tsx'),
  () => import('#client/features/following/followed-sheet.tsx'),
  () => import('#client/features/following/follow-dialog.tsx'),
  () => import('#client/features/following/end-following.tsx'),
  () => import('#client/routes/dashboard/offers.tsx'),
];

/** Loads the dialogs that a signed-in parent uses daily, so that they open offline. */
export function prefetchDailyDialogs(): void {
  for (const load of DAILY_DIALOGS) load().catch(() => undefined);
}
