import { bundleExportCommand, bundleImportCommand } from './bundle-commands.ts'
import { abortCommand, approveCommand, changesCommand, pauseCommand, planCommand, plansCommand, rejectCommand, stageCommand } from './change-commands.ts'
import type { CommandList } from './declare.ts'
import { firstApproverCommand } from './first-approver-command.ts'
import { experimentShowCommand, experimentStartCommand, experimentStopCommand } from './experiment-commands.ts'
import { errorsCommand, healthCommand, levelsCommand, liveCommand, traceCommand } from './health-commands.ts'
import { completionCommand, helpCommand } from './help-commands.ts'
import { journeysCommand } from './journeys-command.ts'
import { keyListCommand, keyRevokeCommand, keySetCommand } from './key-commands.ts'
import { linkListCommand, linkRevokeCommand } from './link-commands.ts'
import { mailAddCommand, mailConfirmCommand, mailEndCommand, mailListCommand } from './mail-commands.ts'
import { passkeyListCommand, passkeyResetCommand, passkeyRevokeCommand } from './passkey-commands.ts'
import { provenanceCommand } from './provenance-command.ts'
import { publishCommand } from './publish-command.ts'
import { backCommand, resumeCommand, setCommand, statusCommand, whyCommand } from './release-commands.ts'
import { attestConformanceCommand, attestReleaseTestCommand, runnerListCommand, runnerRevokeCommand, runnerSetCommand } from './runner-commands.ts'
import { sessionEndCommand, sessionListCommand } from './session-commands.ts'
import { freezeCommand, settingsCommand, tenantCommand, unfreezeCommand } from './tenant-commands.ts'
import { tokenListCommand, tokenMakeCommand, tokenNarrowCommand, tokenNewCommand, tokenReplaceCommand, tokenRevokeCommand, tokenRotateCommand } from './token-commands.ts'
import { verifyCommand } from './verify-command.ts'
import { auditCommand, defaultCommand, deprecateCommand, killCommand, labelCommand, listCommand, previewCommand, restoreCommand, versionCommand } from './version-commands.ts'

/** Every command of `rollout`, in the order in which help and documentation have them. */
export const commands: CommandList = {
  all: [
    publishCommand, listCommand, versionCommand, provenanceCommand, statusCommand, whyCommand, setCommand, backCommand, deprecateCommand, restoreCommand, killCommand,
    changesCommand, approveCommand, rejectCommand, stageCommand, planCommand, plansCommand, pauseCommand, resumeCommand, abortCommand, experimentStartCommand, experimentShowCommand, experimentStopCommand, freezeCommand, unfreezeCommand,
    previewCommand, linkListCommand, linkRevokeCommand, mailListCommand, mailAddCommand, mailConfirmCommand, mailEndCommand, labelCommand, defaultCommand, tenantCommand, settingsCommand, bundleExportCommand, bundleImportCommand,
    healthCommand, journeysCommand, errorsCommand, liveCommand, levelsCommand, traceCommand, auditCommand, verifyCommand,
    tokenNewCommand, tokenListCommand, tokenMakeCommand, tokenRevokeCommand, tokenNarrowCommand, tokenReplaceCommand, tokenRotateCommand, keyListCommand, keySetCommand, keyRevokeCommand, runnerListCommand, runnerSetCommand, runnerRevokeCommand, attestReleaseTestCommand, attestConformanceCommand, sessionListCommand, sessionEndCommand, passkeyListCommand, passkeyRevokeCommand, passkeyResetCommand, firstApproverCommand,
    completionCommand, helpCommand,
  ],
  groups: { bundle: 'Promotion from one installation to another', experiment: 'Two versions or settings beside each other, compared by a metric that is said beforehand', link: 'Previews and staff links that were given out', mail: 'Who is mailed what happens to releases', token: 'Who may do what', key: 'Which keys sign modules', runner: 'Which keys sign results of tests', attest: 'Signing results of tests', session: 'Who is signed in at the console', passkey: 'What confirms who signs in at the console', installation: 'What an installation needs once' },
}
