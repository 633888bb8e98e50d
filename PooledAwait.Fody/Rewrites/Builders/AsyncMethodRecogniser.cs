using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// Recognises async methods with the C# compiler's layout. In this layout, a kick-off method calls a builder's <c>Start</c> to start the state machine. Another
/// tool may have changed the code of a method. This class refuses such a method if the change prevents the replacement of the builder.
/// </summary>
internal sealed class AsyncMethodRecogniser(MachineStarters uses)
{
    private const string CompilerServices = "System.Runtime.CompilerServices.";

    /// <returns>Null if the method is not async, and does not start a state machine either.</returns>
    public Recognised<AsyncMethod>? Recognise(MethodDefinition method)
    {
        if (RuntimeAsync.Is(method))
        {
            return Reason.RuntimeAsync;
        }

        if (!method.HasBody)
        {
            return null;
        }

        if (HasAttribute(method, CompilerServices + "AsyncIteratorStateMachineAttribute"))
        {
            return Reason.AsyncIterator;
        }

        var isCompiled = KickOff.Is(method);
        if (!isCompiled && !uses.Starts(method))
        {
            return null;
        }

        var start = KickOff.StartIn(method);
        var typeOfBuilder = start == null ? null : KickOff.BuilderOf(method, start);
        if (start == null || BuilderType.Of(typeOfBuilder!) is not { } builder)
        {
            if (!isCompiled)
            {
                return null;
            }

            return HasAttribute(method, CompilerServices + "AsyncMethodBuilderAttribute") ? Reason.OwnBuilder
                : start == null ? Condition.StartsNothing.With()
                : RuntimeReference.Has(typeOfBuilder!.GetElementType()) ? Reason.AlreadyPooled
                : Condition.UnknownBuilder.With(typeOfBuilder, (typeOfBuilder.GetElementType().Scope as AssemblyNameReference ?? method.Module.Assembly.Name).Name);
        }

        return !isCompiled ? Condition.NotMarked.With()
            : Recognise(method, start, builder) is var recognised && recognised.Value == null && builder.IsWoven ? Reason.AlreadyPooled
            : recognised;
    }

    private Recognised<AsyncMethod> Recognise(MethodDefinition kickOff, GenericInstanceMethod start, BuilderType builder)
    {
        var machine = KickOff.MachineOf(start);
        if (machine.Resolve() is not { } stateMachine || stateMachine.Module != kickOff.Module)
        {
            return Condition.MachineElsewhere.With(machine);
        }

        var unknown = IsNamedAsByCSharp(stateMachine) ? Reason.UnknownShape : Reason.OtherCompiler;
        if (!IsCompilerGenerated(stateMachine))
        {
            return Condition.NotGenerated.For(unknown, stateMachine);
        }

        var fields = stateMachine.Fields.Where(field => builder.Matches(field.FieldType)).ToArray();
        var moveNext = MoveNext.In(stateMachine).ToArray();
        var setStateMachine = stateMachine.Methods
            .Where(method => method is { Name: "SetStateMachine", Parameters.Count: 1, HasBody: true })
            .ToArray();
        if (fields.Length != 1)
        {
            return Condition.BuilderFields.For(unknown, stateMachine, fields.Length);
        }

        if (moveNext.Length != 1 || setStateMachine.Length != 1)
        {
            var (name, count) = moveNext.Length != 1 ? ("MoveNext", moveNext.Length) : ("SetStateMachine", setStateMachine.Length);
            return Condition.MachineMethods.For(unknown, stateMachine, count, name);
        }

        var method = new AsyncMethod(kickOff, stateMachine, fields[0], builder, moveNext[0], setStateMachine[0], Suspends: true, HasTaskOfResult: true);
        if (uses.StartersOf(stateMachine).Count is not 1 and var starts)
        {
            return Condition.StartedTwice.With(starts);
        }

        if (uses.UsersOf(method.BuilderField).FirstOrDefault(user => !method.Bodies.Contains(user)) is { } stranger)
        {
            return Condition.BuilderNamedElsewhere.With(stranger);
        }

        var shape = new CompiledShape(method, unknown);
        return shape.WhyNot() is { } refusal
            ? refusal
            : method with { Suspends = shape.Suspends(), HasTaskOfResult = builder.Kind == PooledBuilders.Task && shape.HasResult() };
    }

    private static bool IsNamedAsByCSharp(TypeDefinition stateMachine) =>
        !GeneratedName.IsFromSource(stateMachine) || stateMachine.Fields.Any(field => field.Name == "<>t__builder");

    // If the compiler nests its own types in each other, it puts the CompilerGenerated attribute on the outermost type only. For example, a lambda's machine
    // does not have this attribute, but the class around the machine does.
    private static bool IsCompilerGenerated(TypeDefinition type) =>
        CompilerGenerated.IsOn(type) || (type.DeclaringType is { } outer && IsCompilerGenerated(outer));

    private static bool HasAttribute(ICustomAttributeProvider place, string fullName) =>
        place.HasCustomAttributes && place.CustomAttributes.Any(attribute => attribute.AttributeType.FullName == fullName);
}
