using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Values;

/// <summary>
/// Finds what one caller does with all the ValueTasks that it gets. Analyses the caller's body only when the weaver first needs a result. For most callers, the
/// weaver never needs a result. The analysis follows the ValueTasks of all calls in the body, even of calls that the weaver never examines. To follow only the
/// examined calls, the weaver would have to keep the analysis of each body. Keeping all these analyses would take more time than following the other
/// ValueTasks.
/// </summary>
internal sealed class FollowedCaller(MethodDefinition caller, ValueTaskParameters parameters, Func<MethodDefinition, bool> failed)
{
    private readonly List<Instruction> _calls = [];
    private Dictionary<Instruction, ValueUse>? _uses;
    private bool _isFollowed;

    public void Add(Instruction call) => _calls.Add(call);

    public ValueUse Of(Instruction call) => (_uses ??= Follow())[call];

    /// <summary>Whether the weaver understands the caller's body.</summary>
    public bool IsFollowed
    {
        get
        {
            _uses ??= Follow();
            return _isFollowed;
        }
    }

    private Dictionary<Instruction, ValueUse> Follow() => failed(caller) ? Unknown(new BodyFault(null, "the weaver failed at it")) : WeaveStep.About("the ValueTasks of a caller", caller, () =>
    {
        if (FollowedBody.Of(caller, out var fault) is not { } body)
        {
            return Unknown(fault!);
        }

        _isFollowed = true;
        return _calls.ToDictionary(call => call, call => parameters.UseOf(body, call));
    });

    private Dictionary<Instruction, ValueUse> Unknown(BodyFault fault)
    {
        var unknown = ValueUse.None with { Refusal = Refusal.OfInvalid(caller, fault, Reason.PassedOn) };
        return _calls.ToDictionary(call => call, _ => unknown);
    }
}
