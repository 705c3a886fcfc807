/** Something that whoever runs the command can mend: its message is all that they need. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem'
}
