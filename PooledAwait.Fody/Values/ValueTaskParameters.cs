using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Values;

/// <summary>
/// Finds what methods of the program do with the ValueTasks that they get as arguments. The weaver needs this to decide whether a caller misuses a ValueTask
/// that it passes on. For example, a caller often takes the result itself if the ValueTask has completed, and otherwise passes the ValueTask to an async
/// method.
/// </summary>
/// <remarks>docs/following-values.md counts how many methods would keep their builders without this class.</remarks>
internal sealed class ValueTaskParameters(WovenProgram program)
{
    /// <summary>
    /// The maximum length of a chain of methods in which each method passes a ValueTask to the next. The analysis follows the chain recursively, so a long
    /// chain needs much of the weaver's stack.
    /// </summary>
    private const int MaximumDepth = 50;

    private readonly Dictionary<(MethodDefinition Method, Place Place), Recognised<ValueUse>> _uses = [];
    private readonly MachineFields _fields = new(program, ValueTaskTypes.IsKnown);
    private int _depth;

    /// <summary>Finds what becomes of the ValueTask that a call returns.</summary>
    public ValueUse UseOf(FollowedBody body, Instruction call) =>
        body.Stack.IsReachable(call) ? ValueFlow.From(body, Steps(body), call).Use
        : ValueUse.None with { IsConsumed = true };

    /// <summary>
    /// Finds what a called method does with an argument of the call. If this is unknown, for example because the call may reach another method, returns the
    /// reason.
    /// </summary>
    public Recognised<ValueUse> UseOf(StackUse taken, bool isAddress)
    {
        var called = (MethodReference)taken.Consumer.Operand;
        if (program.Find(called) is not { HasBody: true } callee)
        {
            return Condition.CodeUnknown.With(called);
        }

        if (MayReachAnother(taken.Consumer, callee))
        {
            return Condition.CalleeUnknown.With(callee);
        }

        // The extra arguments of an __arglist call have no parameters.
        var index = taken.Argument - (callee.HasThis ? 1 : 0);
        if (index < 0 || index >= callee.Parameters.Count || callee.Parameters[index].ParameterType is not { } parameter ||
            isAddress != parameter is ByReferenceType || !ValueTaskTypes.IsKnown(isAddress ? ((ByReferenceType)parameter).ElementType : parameter))
        {
            return Condition.OtherParameter.With(callee);
        }

        return UseOf(callee, new Variable(IsParameter: true, taken.Argument), isAddress);
    }

    /// <summary>Finds what a machine's code does with an argument that its kick-off method stored in a field. If this is unknown, returns the reason.</summary>
    public Recognised<ValueUse> UseOfField(MethodDefinition moveNext, FieldDefinition field) => UseOf(moveNext, Place.Of(field), isAddress: false);

    private Recognised<ValueUse> UseOf(MethodDefinition method, Place place, bool isAddress)
    {
        if (!_uses.TryGetValue((method, place), out var use))
        {
            if (_depth == MaximumDepth)
            {
                return Condition.HandedTooFar.For(Reason.PassedOn, MaximumDepth);
            }

            if (!program.UsesIn(method.Module).IsCode(method))
            {
                return Condition.CodeUnknown.With(method);
            }

            // This is the result for the parameter or field until its analysis has ended. If the analysis meets the same parameter or field again, the methods
            // might pass the value in circles for ever.
            _uses.Add((method, place), Condition.HandedInCircles.For(Reason.PassedOn, method));
            _depth++;
            use = FollowedBody.Of(method, out var fault) is not { } body ? Refusal.OfInvalid(method, fault!, Reason.PassedOn)
                : place.Field != null && !(body.IsMachine && body.NamesAsOwn(place.Field)) ? Condition.MachineUnknown.For(Reason.PassedOn, method)
                : ValueFlow.FromEntry(body, Steps(body), place, isAddress).Use;
            _depth--;
            _uses[(method, place)] = use;
        }

        return use;
    }

    private ValueTaskSteps Steps(FollowedBody body) => new(body, this, _fields);

    /// <summary>
    /// Returns whether a call may reach another method than the method that it names. A derived class may override a virtual method. A call of an interface's
    /// static method names a type by the prefix <c>constrained</c>, and this type may have its own implementation of the method.
    /// </summary>
    private static bool MayReachAnother(Instruction call, MethodDefinition callee) =>
        callee is { IsVirtual: true, IsFinal: false, DeclaringType.IsSealed: false }
        && (call.OpCode.Code == Code.Callvirt || call.Previous?.OpCode.Code == Code.Constrained);
}
