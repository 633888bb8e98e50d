using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Values;

/// <summary>
/// Decides what the instructions of a body do with the task that one place (a variable or a field) holds. The code may store the task in this place, load it,
/// await it, or read its status. This class refuses every other use.
/// </summary>
/// <param name="body">The body.</param>
/// <param name="place">The place.</param>
/// <param name="takers">The instructions that use the task up: they begin a known await, or take the result.</param>
/// <param name="questions">The instructions that only read the task's status.</param>
internal sealed class TaskSteps(FollowedBody body, Place place, ICollection<Instruction> takers, ICollection<Instruction> questions) : ISteps
{
    public Step Of(StackUse taken, bool isAddress) =>
        isAddress ? Read(taken)
        : takers.Contains(taken.Consumer) ? StepKind.Consumes
        : questions.Contains(taken.Consumer) ? StepKind.Asks
        : body.StoredTo(taken.Consumer) == place ? StepKind.Keeps
        : Read(taken);

    private Refusal Read(StackUse taken) => Condition.ReadOtherwise.With(place.NameIn(body.Method)).At(body.Method, taken.Consumer);
}
