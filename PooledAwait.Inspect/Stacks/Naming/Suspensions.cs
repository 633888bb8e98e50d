using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Naming;

/// <summary>Finds the place at which a state machine waits in each state. Reads the code of MoveNext, as compilers and the weaver write it.</summary>
internal sealed class Suspensions
{
    /// <summary>The awaiter of <c>Task.Yield</c>.</summary>
    public const string Yield = "System.Runtime.CompilerServices.YieldAwaitable/YieldAwaiter";

    private readonly Dictionary<int, Suspension> _byState = [];
    private readonly string _method;
    private readonly MachineNames _names;

    /// <param name="name">The machine's type.</param>
    /// <param name="names">The names of the machine's fields.</param>
    /// <param name="machine">The machine's type in its module; null if the module cannot be read.</param>
    public Suspensions(string name, MachineNames names, TypeDefinition? machine)
    {
        (_method, _names) = (TypeName.Method(name), names);
        if (machine?.Methods.FirstOrDefault(method => method.Name == "MoveNext" && method.HasBody) is { } moveNext)
        {
            Read(moveNext);
        }
    }

    /// <summary>Returns the place at which the machine waits. If the state is unknown, or the machine runs, the result contains only the method.</summary>
    public Suspension Of(int state) => _byState.GetValueOrDefault(state) ?? new(_method, null, 0, -1, null, -1, []);

    private void Read(MethodDefinition moveNext)
    {
        var code = moveNext.Body.Instructions;
        var waits = new List<(int State, Suspension Place)>();
        for (var i = 0; i < code.Count; i++)
        {
            if (IsStore(code[i], _names.State) && StateBefore(code, i) is >= 0 and var state && (_names.ShowsRunning ? AwaiterBehind(code, i) : AwaiterBefore(code, i)) is { } awaiter)
            {
                var (file, line) = LineOf(moveNext, code[i].Offset);
                waits.Add((state, new(_method, file, line, code[i].Offset, awaiter.Name, CallBefore(code, i), [], awaiter.FieldType.FullName == Yield) { OwnAwaiter = OwnAwaiter(awaiter.FieldType) }));
            }
        }

        // Leaves out calls of WaitAsync whose task is not awaited directly, but for example passed to Task.WhenAny: the code after them may run before the
        // semaphore is entered.
        var awaited = waits.Select(wait => wait.Place.Awaited).ToHashSet();
        var semaphores = SemaphoreSites.Of(moveNext).Where(site => site.IsRelease || awaited.Contains(site.Offset)).ToList();
        foreach (var (state, place) in waits)
        {
            _byState.TryAdd(state, place with { Semaphores = semaphores });
        }
    }

    /// <summary>
    /// Returns the name that the tool prints for a program's own awaiter. For a class that is not generic, this is the name that the tool prints for an object
    /// of the class. For any other type, it is the type's own name, without enclosing types and type arguments.
    /// </summary>
    public static string NameOfAwaiter(TypeReference type) =>
        type.IsValueType || type is GenericInstanceType || type.IsGenericParameter ? type.Name.Split('`')[0] : TypeName.Short(type.FullName.Replace('/', '+'));

    private static string? OwnAwaiter(TypeReference type) =>
        type.IsValueType && !type.FullName.StartsWith("System.", StringComparison.Ordinal) && !type.FullName.StartsWith("PooledAwait.", StringComparison.Ordinal) ? type.Name.Split('`')[0] : null;

    private static bool IsStore(Instruction instruction, string field) =>
        instruction.OpCode.Code == Code.Stfld && ((FieldReference)instruction.Operand).Name.StartsWith(field, StringComparison.Ordinal);

    /// <summary>Returns the stored state: the N of <c>ldc N; dup; stloc; stfld</c>, or of <c>ldc N; stloc; ldarg; ldloc; stfld</c>.</summary>
    private static int? StateBefore(IList<Instruction> code, int store)
    {
        for (var i = store - 1; i >= Math.Max(0, store - 5); i--)
        {
            if (Constant(code[i]) is { } state)
            {
                return state;
            }
        }

        return null;
    }

    private static int? Constant(Instruction instruction) => instruction.OpCode.Code switch
    {
        Code.Ldc_I4 => (int)instruction.Operand,
        Code.Ldc_I4_S => (sbyte)instruction.Operand,
        >= Code.Ldc_I4_M1 and <= Code.Ldc_I4_8 => instruction.OpCode.Code - Code.Ldc_I4_0,
        _ => null,
    };

    /// <summary>Returns the field into which the code stores the awaiter, after the given store of a state and before the next store of a state.</summary>
    private FieldReference? AwaiterBehind(IList<Instruction> code, int store)
    {
        for (var i = store + 1; i < Math.Min(code.Count, store + 12); i++)
        {
            if (IsStore(code[i], _names.Awaiter))
            {
                return (FieldReference)code[i].Operand;
            }

            if (IsStore(code[i], _names.State))
            {
                return null;
            }
        }

        return null;
    }

    /// <summary>
    /// Returns the field of the awaiter whose <c>IsCompleted</c> was read before the given store of a state. F# stores the awaiter in this field before it
    /// stores the state.
    /// </summary>
    private FieldReference? AwaiterBefore(IList<Instruction> code, int store)
    {
        for (var i = store - 1; i >= Math.Max(0, store - 12); i--)
        {
            if (code[i].Operand is MethodReference { Name: "get_IsCompleted" })
            {
                return code.Take(i).Skip(i - 3).Select(load => load.Operand).OfType<FieldReference>().LastOrDefault(field => field.Name.StartsWith(_names.Awaiter, StringComparison.Ordinal));
            }
        }

        return null;
    }

    /// <summary>Returns the offset of the nearest call before <c>GetAwaiter</c>, skipping calls that only configure the await.</summary>
    private static int CallBefore(IList<Instruction> code, int store)
    {
        for (var (i, isBehindAwaiter) = (store - 1, false); i >= Math.Max(0, store - 40); i--)
        {
            if (code[i].Operand is not MethodReference method || code[i].OpCode.FlowControl != FlowControl.Call)
            {
                continue;
            }

            if (method.Name is "GetAwaiter")
            {
                isBehindAwaiter = true;
            }
            else if (isBehindAwaiter && method.Name is not ("ConfigureAwait" or "Of"))
            {
                return code[i].Offset;
            }
        }

        return -1;
    }

    /// <summary>Returns the source file and the line of an instruction; null and 0 without symbols.</summary>
    public static (string? File, int Line) LineOf(MethodDefinition method, int offset) =>
        method.DebugInformation.SequencePoints.Where(point => !point.IsHidden && point.Offset <= offset).MaxBy(point => point.Offset) is { } point
            ? (point.Document.Url, point.StartLine)
            : (null, 0);
}
