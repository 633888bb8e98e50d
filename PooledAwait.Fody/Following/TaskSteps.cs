using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Flow;
using PooledAwait.Fody.Reasons;

namespace PooledAwait.Fody.Following;

/// <summary>What the instructions of a body mean for a task that one place holds: it is stored there, loaded, and awaited as is known.</summary>
/// <param name="body">The body.</param>
/// <param name="place">The place.</param>
/// <param name="takers">What uses it up: what begins a known await, or takes its result.</param>
/// <param name="questions">What only asks it.</param>
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
