using System;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using Fresh;

const int Count = 1_000;
var gate = new Gate();

Run();
var before = GC.GetAllocatedBytesForCurrentThread();
Run();
var allocated = GC.GetAllocatedBytesForCurrentThread() - before;

// In a debug build, state machines are objects, which the compiler's own code allocates. In a release build, there are no such objects.
var machines = typeof(Calls).GetNestedTypes(BindingFlags.NonPublic).Where(type => type.IsAssignableTo(typeof(IAsyncStateMachine))).ToArray();
MakeMachines();
before = GC.GetAllocatedBytesForCurrentThread();
MakeMachines();
var machineObjects = GC.GetAllocatedBytesForCurrentThread() - before;

var builders = machines.Select(machine => machine.GetField("<>t__builder")!.FieldType.Assembly.GetName().Name).Distinct();
Console.WriteLine($"builders: {string.Join(' ', builders)}");
Console.WriteLine($"allocated for {Count} calls: {allocated}");
Console.WriteLine($"machine objects for {Count} calls: {machineObjects * Count}");

void MakeMachines()
{
    foreach (var machine in machines)
    {
        if (!machine.IsValueType)
        {
            _ = RuntimeHelpers.GetUninitializedObject(machine);
        }
    }
}

void Run()
{
    for (var i = 0; i < Count; i++)
    {
        var call = Calls.OuterAsync(gate, i);
        gate.Open();
        if (call.IsCompleted)
        {
            throw new InvalidOperationException("The call did not suspend.");
        }

        gate.Open();
        if (call.GetAwaiter().GetResult() != 3 * i)
        {
            throw new InvalidOperationException("The call returned something else.");
        }
    }
}
